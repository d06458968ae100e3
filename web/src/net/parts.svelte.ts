// Parts of these pages, and what they show, are fetched when they are needed. After an update of the server they are not there any more
// under the names that this page knows; a lost connection looks just the same. So the server is asked which pages it has.

import { ApiError } from "./api";
import { fileAt } from "./site";

/** away: the server does not answer; renewed: it has other pages than this one; broken: it has these, and yet a part
 *  does not come. */
type State = "" | "away" | "renewed" | "broken";

const TRIES = 3;
const PAUSE = 2000;
/** The script that pages begin with: its name changes with every part. */
const SCRIPT = /assets\/index-[\w-]+\.js/;

const now = $state<{ state: State }>({ state: "" });

export function partState(): State {
  return now.state;
}

/** A part of the pages, or what one shows: later, if the server is away; never, if the page has to be loaded anew.
 *  What the server refuses stays refused. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let tries = 1; ;) {
    try {
      const part = await load();
      if (now.state === "away") now.state = "";
      return part;
    } catch (error) {
      if (error instanceof ApiError) throw error;
      const answered = await checkBuild();
      if (now.state === "renewed") break;
      now.state = !answered ? "away" : tries++ < TRIES ? now.state : "broken";
      if (now.state === "broken") break;
    }
    await new Promise((done) => setTimeout(done, PAUSE));
  }
  return new Promise(() => undefined);
}

/** Ask which pages the server has; whether it answered. */
export async function checkBuild(): Promise<boolean> {
  const own = SCRIPT.exec(document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? "");
  const answer = await fetch(fileAt("index.html"), { cache: "no-store" }).catch(() => null);
  const served = answer?.ok ? SCRIPT.exec(await answer.text().catch(() => "")) : null;
  if (own && served && own[0] !== served[0]) now.state = "renewed";
  return served !== null;
}

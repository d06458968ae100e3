// The worker in which bots think.

import type { FromBots, ToBots } from "./messages";
import { loadPython } from "./python";

let work: Promise<(job: string) => string> | null = null;

self.onmessage = async (event: MessageEvent<ToBots>): Promise<void> => {
  const message = event.data;
  if (message.say === "start") {
    work = loadPython(message).then(
      ({ runtime }) => runtime.pyimport("speelkist.bots.job_text").work as (job: string) => string,
    );
    return;
  }
  const answer = (data: FromBots): void => self.postMessage(data);
  try {
    if (work === null) throw new Error("not started");
    answer({ number: message.number, reply: (await work)(message.job) });
  } catch (error) {
    answer({ number: message.number, error: String(error) });
  }
};

// The worker in which bots think.

import type { FromBots, ToBots } from "./messages";
import { loadPython } from "./python";

let run: Promise<(job: string) => string> | null = null;

self.onmessage = async (event: MessageEvent<ToBots>): Promise<void> => {
  const message = event.data;
  if (message.say === "start") {
    run = loadPython(message).then(
      ({ runtime }) => runtime.pyimport("speelkist.bots.job_text").run_job_text as (job: string) => string,
    );
    return;
  }
  const answer = (data: FromBots): void => self.postMessage(data);
  try {
    if (run === null) throw new Error("not started");
    answer({ number: message.number, reply: (await run)(message.job) });
  } catch (error) {
    answer({ number: message.number, error: String(error) });
  }
};

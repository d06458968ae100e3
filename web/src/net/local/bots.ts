// The bots of a worker: they think in a worker of their own, which is ended if it goes on with what nobody wants.

import type { BotsStart, FromBots, ToBots } from "./messages";

/** Milliseconds that a bot may go on with a job that was called off; to start anew costs more than most jobs. */
const PATIENCE = 2000;

interface Job {
  number: number;
  job: string;
  done: (reply: string) => void;
  failed: (error: Error) => void;
}

export class Bots {
  #worker: Worker | null = null;
  #waiting: Job[] = [];
  #running: Job | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly start: BotsStart) {}

  think(number: number, job: string): Promise<string> {
    return new Promise((done, failed) => {
      this.#waiting.push({ number, job, done, failed });
      this.#next();
    });
  }

  call_off(number: number): void {
    this.#waiting = this.#waiting.filter((job) => job.number !== number);
    if (this.#running?.number === number) this.#timer = setTimeout(() => this.#end(), PATIENCE);
  }

  #next(): void {
    if (this.#running !== null) return;
    const job = this.#waiting.shift();
    if (job === undefined) return;
    this.#running = job;
    this.#worker ??= this.#start();
    this.#post({ say: "think", number: job.number, job: job.job });
  }

  #start(): Worker {
    const worker = new Worker(new URL("./botWorker.ts", import.meta.url), { type: "module" });
    worker.onmessage = (event: MessageEvent<FromBots>) => this.#finish(event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#end();
    };
    worker.postMessage({ say: "start", ...this.start } satisfies ToBots);
    return worker;
  }

  #post(message: ToBots): void {
    this.#worker?.postMessage(message);
  }

  #finish(answer: FromBots): void {
    const job = this.#running;
    if (job?.number !== answer.number) return;
    clearTimeout(this.#timer);
    this.#running = null;
    if ("reply" in answer) job.done(answer.reply);
    else job.failed(new Error(answer.error));
    this.#next();
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = null;
    this.#running?.failed(new Error("ended"));
    this.#running = null;
    this.#next();
  }
}

// What the page and its worker say to each other.

export interface Start {
  say: "start";
  key: string;
  pyodide: string;
  python: string;
  /** Whether to tell how many bytes have come: what is kept here is there at once. */
  counted: boolean;
}

export type ToWorker =
  | Start
  | { say: "open"; session: string }
  | { say: "receive"; session: string; text: string }
  | { say: "close"; session: string }
  | { say: "request"; id: number; method: string; address: string; body: string };

export type StorageProblem = "full" | "forbidden";

export type FromWorker =
  | { say: "loaded"; bytes: number }
  | { say: "ready" }
  | { say: "failed"; why: string }
  | { say: "message"; session: string; text: string }
  | { say: "answer"; id: number; status: number; body: string }
  | { say: "storage"; problem: StorageProblem };

/** Pyodide, compiled; null where a browser has not told it. */
export type Program = WebAssembly.Module | null;

/** What is needed to start the worker of the bots. */
export interface BotsStart {
  pyodide: string;
  python: string;
  program: Program;
}

/** What the worker of the tables and the worker of the bots say to each other. */
export type ToBots = ({ say: "start" } & BotsStart) | { say: "think"; number: number; job: string };
export type FromBots = { number: number; reply: string } | { number: number; error: string };

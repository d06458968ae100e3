// How far Python is, and whether this browser keeps what is played.

import type { StorageProblem } from "./messages";

interface Status {
  /** Bytes that have been loaded. */
  loaded: number;
  ready: boolean;
  /** Why Python could not be loaded. */
  failed: string;
  storage: StorageProblem | "";
}

const now = $state<Status>({ loaded: 0, ready: false, failed: "", storage: "" });

export function localStatus(): Status {
  return now;
}

export function show(part: Partial<Status>): void {
  Object.assign(now, part);
}

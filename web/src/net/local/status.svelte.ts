// How far Python is, and whether this browser keeps what is played.

import type { StorageProblem } from "./messages";

interface Status {
  /** Whether it is wanted at all. */
  wanted: boolean;
  /** Bytes that have been loaded, and of how many. */
  loaded: number;
  bytes: number;
  ready: boolean;
  /** Why Python could not be loaded. */
  failed: string;
  storage: StorageProblem | "";
}

const now = $state<Status>({ wanted: false, loaded: 0, bytes: 1, ready: false, failed: "", storage: "" });

export function localStatus(): Status {
  return now;
}

export function show(part: Partial<Status>): void {
  Object.assign(now, part);
}

// The secret of this browser: it owns the seats that were taken with it. It is never part of a URL.

import { keepText, keptText } from "../storage/kept";

/** Random bytes as hexadecimal digits. getRandomValues works over plain http too. */
export function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return [...random].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function browserKey(): string {
  let key = keptText("key");
  if (key === null || key.length < 32) {
    key = randomHex(24);
    keepText("key", key);
  }
  return key;
}

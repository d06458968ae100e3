// The browser's own secret: whoever has it owns the chairs that were taken with it. It never goes into an address.

/** Random bytes as hexadecimal digits. getRandomValues works over plain http too. */
export function randomHex(bytes: number): string {
  const found = crypto.getRandomValues(new Uint8Array(bytes));
  return [...found].map((one) => one.toString(16).padStart(2, "0")).join("");
}

export function browserKey(): string {
  let key = localStorage.getItem("key");
  if (key === null || key.length < 32) {
    key = randomHex(24);
    localStorage.setItem("key", key);
  }
  return key;
}

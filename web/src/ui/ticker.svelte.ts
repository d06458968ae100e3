// The present moment, for what counts seconds while it is on the screen.

const now = $state({ at: Date.now() });
let users = 0;
let timer: ReturnType<typeof setInterval> | undefined;

export function present(): number {
  return now.at;
}

/** For an $effect: keep the moment up to date until it ends. */
export function tick(): () => void {
  now.at = Date.now();
  if (users++ === 0) timer = setInterval(() => (now.at = Date.now()), 500);
  return () => {
    if (--users === 0) clearInterval(timer);
  };
}

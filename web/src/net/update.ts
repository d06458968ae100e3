// A new version of a page without a server waits until no game is touched: it is taken when somebody comes to the chest
// and no other tab shows anything else.

/** A lock that every page shares while it shows more than the chest. A service worker cannot tell by itself: it knows
 *  only the address with which a page was loaded, not where one has gone in it since. */
const IN_USE = "speelkist-in-use";

/** Keep the version that there is; what comes back lets go of it. */
export function keepVersion(): () => void {
  let release = (): void => undefined;
  const released = new Promise<void>((done) => (release = done));
  void navigator.locks?.request(IN_USE, { mode: "shared" }, () => released);
  return release;
}

export async function takeUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const waiting = registration?.waiting;
  if (waiting)
    await navigator.locks?.request(IN_USE, { ifAvailable: true }, (lock) => {
      if (lock !== null) waiting.postMessage("take over");
    });
}

/** The page goes on with the files of the version that it was loaded from, so it is loaded anew. */
export function followUpdates(): void {
  let old = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (old) location.reload();
    old = true;
  });
}

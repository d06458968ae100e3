// A new version of a page without a server waits until no game is touched: it is taken when somebody comes to the chest
// and no other tab shows anything else.

export async function takeUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  registration?.waiting?.postMessage("take over if idle");
}

/** The page goes on with the files of the version that it was loaded from, so it is loaded anew. */
export function followUpdates(): void {
  let old = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (old) location.reload();
    old = true;
  });
}

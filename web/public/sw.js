// Keeps the page's own files, so that it opens at once on a slow line. What is live is never kept.
const KEPT = "speelkist-1";
const GONE = [502, 503, 504]; // what a proxy says of a server that is away

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (/^\/(assets|device)\//.test(url.pathname)) event.respondWith(keptFirst(request));
  else if (request.mode === "navigate" || url.pathname.startsWith("/api/phrases/") || url.pathname === "/api/games")
    event.respondWith(networkFirst(request));
});

// Names of assets change with their content, so what is kept is never old.
async function keptFirst(request) {
  const store = await caches.open(KEPT);
  const kept = await store.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await store.put(request, answer.clone());
  return answer;
}

async function networkFirst(request) {
  const store = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (GONE.includes(answer.status)) throw new Error(String(answer.status));
    if (answer.ok) await store.put(request.mode === "navigate" ? "/" : request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await store.match(request.mode === "navigate" ? "/" : request);
    if (kept) return kept;
    throw error;
  }
}

// A notification that it is somebody's turn leads back to the table, in the tab where it is open.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openTable(event.notification.data));
});

async function openTable(path) {
  const pages = await self.clients.matchAll({ type: "window" });
  const page = pages.find((open) => new URL(open.url).pathname === path);
  await (page ? page.focus() : self.clients.openWindow(path));
}

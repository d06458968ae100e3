// Keeps all files of the site, Python too, so that it starts without network. A file is kept by its content: what has
// not changed is taken over from the version before. A new version waits until no page of the old one is open, or one
// says that all of them show the chest.
const FILES = __FILES__;
const KEPT = "speelkist-files";
const BATCH = 4; // files at a time

const keyOf = (name) => new URL(`${name}?${FILES[name]}`, self.registration.scope).href;

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOld().then(() => self.clients.claim())));
self.addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(self.skipWaiting());
});

async function keepAll() {
  const store = await caches.open(KEPT);
  const kept = new Set((await store.keys()).map((request) => request.url));
  const missing = Object.keys(FILES).filter((name) => !kept.has(keyOf(name)));
  for (let first = 0; first < missing.length; first += BATCH)
    await Promise.all(missing.slice(first, first + BATCH).map((name) => keep(store, name)));
}

// Asked again at the server: a copy on the way may be of another version, and one of the same second looks unchanged.
// While a version is being uploaded a file may be old or unfinished still: then nothing is installed, and the browser
// tries again later.
async function keep(store, name) {
  const ask = (cache) => fetch(new URL(name, self.registration.scope), { cache, integrity: FILES[name] });
  const answer = await ask("no-cache").catch(() => ask("reload"));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  await store.put(keyOf(name), answer);
}

async function forgetOld() {
  const store = await caches.open(KEPT);
  const wanted = new Set(Object.keys(FILES).map(keyOf));
  for (const request of await store.keys()) if (!wanted.has(request.url)) await store.delete(request);
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || !url.href.startsWith(self.registration.scope)) return;
  const path = url.pathname.slice(new URL(self.registration.scope).pathname.length);
  const name = event.request.mode === "navigate" && (path === "" || !(path in FILES)) ? "index.html" : path;
  if (name in FILES) event.respondWith(answerOf(name, event.request));
});

async function answerOf(name, request) {
  const kept = await (await caches.open(KEPT)).match(keyOf(name));
  return kept ?? fetch(request);
}

// The service worker: with no network at all the tables of this phone still open. The server puts two constants in
// front: VERSION, a hash of everything the pages are made of, and FIRST, what is fetched at once.
//
// Kept are files that never change, and the few pages named in KEEPS. None of these pages shows a ticket. Pages of
// tickets, sheets and searches are never kept, nor anything that the server marks no-store, nor any answer to a POST.
const FILES = `files-${VERSION}`;
const PAGES = "pages";
const KEEPS = /^\/(t\/[A-Z0-9]+(\/tv)?|rulings)?$/i;
const FOREVER = /^\/(static|land|strings)\//;
const MOST = 16;
const SLOW = 4000; // milliseconds until a kept page is better than a promised one
const PATIENCE = 30000; // … until a request counts as lost: a network that fell silent ends nothing itself
const LOOSE = { ignoreVary: true };

self.addEventListener("install", (event) =>
  event.waitUntil(
    caches.open(FILES).then((cache) => Promise.all(FIRST.map((address) => fill(cache, address)))).then(() =>
      self.skipWaiting()
    ),
  ));

self.addEventListener("activate", (event) => event.waitUntil(renew()));

self.addEventListener("message", (event) => {
  if (event.data?.files) event.waitUntil(learn(event.data));
});

self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (FOREVER.test(url.pathname)) event.respondWith(file(event, url));
  else if (request.mode === "navigate") event.respondWith(page(event, url));
});

const wait = (ms) =>
  new Promise((done) => {
    setTimeout(done, ms, null);
  });

/** fetch() with an end: the answer and its body are given up after PATIENCE. */
function ask(what) {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), PATIENCE);
  return fetch(what, { signal: stop.signal });
}

/** Fetch a file and keep it; what cannot be had is an error, as cache.add() has it, which knows no end. */
async function fill(cache, address) {
  const answer = await ask(address);
  if (!answer.ok) throw new TypeError(`${address}: ${answer.status}`);
  await cache.put(address, answer);
}

/** A file under an address that names its version: once fetched, for ever. */
async function file(event, url) {
  const cache = await caches.open(FILES), kept = await cache.match(event.request, LOOSE);
  if (kept) return kept;
  try {
    const answer = await ask(event.request);
    if (answer.ok) event.waitUntil(cache.put(event.request, answer.clone()));
    return answer;
  } catch (error) {
    const near = await other(url);
    if (near) return near;
    throw error;
  }
}

const bare = (url) => url.pathname.replace(/^\/static\/[^/]+/, "/static");

/** The same file in another version: better than none. */
async function other(url) {
  for (const name of (await caches.keys()).reverse()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (bare(new URL(request.url)) === bare(url)) return cache.match(request, LOOSE);
    }
  }
  return null;
}

/** A page: from the server, unless it does not answer or takes too long for a page that is kept here. */
async function page(event, url) {
  const kept = KEEPS.test(url.pathname) ? await (await caches.open(PAGES)).match(url.pathname, LOOSE) : null;
  // Whoever hands a signal to a navigation makes another request of it (mode, referrer), so this one is only left alone.
  const asked = fetch(event.request).then((answer) => {
    event.waitUntil(remember(url, answer.clone()));
    return answer;
  });
  event.waitUntil(asked.catch(() => {}));
  try {
    const answer = await (kept ? Promise.race([asked, wait(SLOW)]) : Promise.race([asked, wait(PATIENCE)]));
    if (!kept && !answer) throw new TypeError("no answer");
    return kept && (!answer || answer.status >= 502) ? kept : answer;
  } catch {
    return kept ?? (await sorry()) ?? Response.error();
  }
}

async function remember(url, answer) {
  if (!KEEPS.test(url.pathname) || answer.type === "opaqueredirect") return;
  const cache = await caches.open(PAGES),
    kind = answer.headers.get("Content-Type") ?? "",
    control = answer.headers.get("Cache-Control") ?? "";
  if (answer.status === 403 || answer.status === 404 || answer.status === 410) await cache.delete(url.pathname, LOOSE);
  if (!answer.ok || answer.redirected || url.search || !kind.startsWith("text/html") || control.includes("no-store")) {
    return;
  }
  await cache.put(url.pathname, answer);
  for (const old of (await cache.keys()).slice(0, -MOST)) await cache.delete(old);
}

/** "There is no network", in the language of the page that was seen last. */
const sorry = async () => (await caches.open(FILES)).match("/offline", LOOSE);

/** A page tells what it was made of. The first page of all was not fetched through here: it is fetched once more. */
async function learn({ language, page: path, files }) {
  const cache = await caches.open(FILES), told = await cache.match("/offline", LOOSE);
  if (told?.headers.get("Content-Language") !== language) {
    const words = await ask(`/offline/${language}`).catch(() => null);
    if (words?.ok) await cache.put("/offline", words);
  }
  for (const address of files) if (!(await cache.match(address, LOOSE))) await fill(cache, address).catch(() => {});
  if (path && KEEPS.test(path)) await again(path);
}

async function again(path) {
  const url = new URL(path, location.origin), answer = await ask(url.href).catch(() => null);
  if (answer) await remember(url, answer);
  return !!answer;
}

/** A new version: fetch the files and pages that are kept anew, then forget the old ones; without network keep both. */
async function renew() {
  const cache = await caches.open(FILES),
    old = (await caches.keys()).filter((name) => name.startsWith("files-") && name !== FILES);
  const now = new URL(FIRST.find((address) => address.startsWith("/static/")), location.origin).pathname.split("/")
    .slice(0, 3).join("/");
  let whole = true;
  for (const name of old) {
    for (const request of await (await caches.open(name)).keys()) {
      const url = new URL(request.url), address = bare(url).replace(/^\/static/, now) + url.search;
      if (!FOREVER.test(url.pathname) || (await cache.match(address, LOOSE))) continue;
      try {
        const answer = await ask(address);
        if (answer.ok) await cache.put(address, answer); // a file that is no longer there is not missed
      } catch {
        whole = false;
      }
    }
  }
  if (old.length) {
    for (const request of await (await caches.open(PAGES)).keys()) {
      whole = (await again(new URL(request.url).pathname)) && whole;
    }
  }
  if (whole) { for (const name of old) await caches.delete(name); }
}

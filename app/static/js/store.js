// What this phone keeps by itself, in IndexedDB: acts that the server has not answered, and how each table stood last.
// Where the browser gives no database everything here does nothing, and the page's memory has to do.
const STORES = { acts: "id", tables: "code" };
const TABLES = 12;
let opening = null;

function open() {
  return (opening ??= new Promise((done) => {
    try {
      const request = indexedDB.open("stationmaster", 2);
      request.onupgradeneeded = () => {
        for (const [name, keyPath] of Object.entries(STORES)) {
          if (!request.result.objectStoreNames.contains(name)) request.result.createObjectStore(name, { keyPath });
        }
      };
      request.onsuccess = () => {
        request.result.onversionchange = () => request.result.close();
        done(request.result);
      };
      request.onerror = () => done(null);
    } catch { done(null); }
  }));
}

async function run(store, mode, ask, otherwise) {
  const db = await open();
  if (!db) return otherwise;
  return new Promise((done) => {
    try {
      const transaction = db.transaction(store, mode), request = ask(transaction.objectStore(store));
      transaction.oncomplete = () => done(request.result ?? otherwise);
      transaction.onerror = transaction.onabort = () => done(otherwise);
    } catch { done(otherwise); }
  });
}

export const all = (store) => run(store, "readonly", (s) => s.getAll(), []);
export const get = (store, key) => run(store, "readonly", (s) => s.get(key), null);
export const put = (store, value) => run(store, "readwrite", (s) => s.put(value), null);
export const remove = (store, key) => run(store, "readwrite", (s) => s.delete(key), null);

/** Keep how a table stands, so that it can be opened without network; the oldest of many tables are forgotten. */
export async function keepTable(code, title, state) {
  await put("tables", { code, title, state, at: Date.now() });
  const old = (await all("tables")).sort((a, b) => b.at - a.at).slice(TABLES);
  for (const table of old) await remove("tables", table.code);
}

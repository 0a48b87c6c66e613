// What this phone keeps by itself, in IndexedDB: acts that the server has not answered, and how each table stood last.
// Browsers close the database behind a page's back (WebKit does when the page was in the background), so a connection is
// never trusted: what fails is tried once more over a new one. Where the browser gives no database, reading finds nothing
// and put() says that nothing was kept; then the page's memory has to do, and the page says so.
const STORES = { acts: "id", tables: "code" };
const TABLES = 12;
const PATIENCE = 4000; // milliseconds; some engines never answer
let opening = null;

function open() {
  if (opening) return opening;
  const mine = opening = new Promise((done, fail) => {
    let late = false;
    const give = (why) => {
      late = true;
      fail(why);
    };
    setTimeout(give, PATIENCE, new Error("no answer"));
    const asked = indexedDB.open("stationmaster", 2);
    asked.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(STORES)) {
        if (!asked.result.objectStoreNames.contains(name)) asked.result.createObjectStore(name, { keyPath });
      }
    };
    asked.onsuccess = () => {
      const db = asked.result;
      if (late) {
        db.close();
        return;
      }
      db.onclose = () => forget(mine);
      db.onversionchange = () => {
        db.close();
        forget(mine);
      };
      done(db);
    };
    asked.onerror = () => give(asked.error);
    asked.onblocked = () => give(new Error("another page holds it"));
  });
  return mine;
}

function forget(connection) {
  if (opening === connection) opening = null;
}

const work = (db, store, mode, ask) =>
  new Promise((done, fail) => {
    setTimeout(fail, PATIENCE, new Error("no answer"));
    const transaction = db.transaction(store, mode), asked = ask(transaction.objectStore(store));
    transaction.oncomplete = () => done(asked.result);
    transaction.onerror = transaction.onabort = () => fail(transaction.error);
  });

/** What the database answers, in `{ found }`; null when it cannot be had, over a fresh connection either. */
async function run(store, mode, ask) {
  for (let tries = 0; tries < 2; tries++) {
    let connection = null;
    try {
      connection = open();
      return { found: await work(await connection, store, mode, ask) };
    } catch {
      connection?.then((db) => db.close(), () => {});
      forget(connection);
    }
  }
  return null;
}

export const all = async (store) => (await run(store, "readonly", (s) => s.getAll()))?.found ?? [];
export const get = async (store, key) => (await run(store, "readonly", (s) => s.get(key)))?.found ?? null;
/** Whether the value is kept now. */
export const put = async (store, value) => !!(await run(store, "readwrite", (s) => s.put(value)));
export const remove = async (store, key) => !!(await run(store, "readwrite", (s) => s.delete(key)));

/** Keep how a table stands, so that it can be opened without network; the oldest of many tables are forgotten. */
export async function keepTable(code, title, state) {
  await put("tables", { code, title, state, at: Date.now() });
  const old = (await all("tables")).sort((a, b) => b.at - a.at).slice(TABLES);
  for (const table of old) await remove("tables", table.code);
}

// Acts on their way to the server. Each has an id made here, so that sending it twice is harmless; without network it
// waits in IndexedDB (or in memory where the browser gives none) and goes when the network is back, in its order.
const STORE = "acts";

export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
}

function open() {
  return new Promise((done) => {
    try {
      const request = indexedDB.open("stationmaster", 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
      request.onsuccess = () => done(request.result);
      request.onerror = () => done(null);
    } catch { done(null); }
  });
}

export class Outbox {
  /** `answered(act, status, body)` is called once for every act that the server has answered; `changed(n)` with the number waiting. */
  constructor(code, { answered, changed }) {
    Object.assign(this, { code, answered, changed, acts: [], busy: false, offline: false });
    addEventListener("online", () => this.send());
  }

  async load() {
    this.db = await open();
    if (!this.db) return [];
    const all = await this.all();
    this.acts = all.filter((a) => a.code === this.code).sort((a, b) => a.at - b.at);
    return this.acts;
  }

  all() {
    return new Promise((done) => {
      const request = this.db.transaction(STORE).objectStore(STORE).getAll();
      request.onsuccess = () => done(request.result);
      request.onerror = () => done([]);
    });
  }

  write(change) {
    if (!this.db) return;
    try { change(this.db.transaction(STORE, "readwrite").objectStore(STORE)); } catch { /* kept in memory alone */ }
  }

  add(event, id = newId()) {
    const act = { id, event, code: this.code, at: Date.now() + this.acts.length / 1000 };
    this.acts.push(act);
    this.write((store) => store.put(act));
    this.tell();
    this.send();
    return act;
  }

  drop(act) {
    this.acts = this.acts.filter((a) => a.id !== act.id);
    this.write((store) => store.delete(act.id));
    this.tell();
  }

  tell() { this.changed(this.acts.length, this.offline); }

  /** Send what waits, one after the other; stop at the first that finds no server and try again later. */
  async send() {
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.acts.length) {
        const act = this.acts[0];
        let response;
        try {
          response = await fetch(`/t/${this.code}/entries`, {
            method: "POST",
            headers: { "Content-Type": "application/json", "X-Stationmaster": "1", Accept: "application/json" },
            body: JSON.stringify({ id: act.id, event: act.event, ...(act.event.overruled ? { overrule: act.event.overruled } : {}) }),
          });
        } catch { return this.later(3000); }
        if (response.status >= 502 && response.status <= 504) return this.later(3000);
        if (response.status === 429) return this.later(5000);
        let body = {};
        try { body = await response.json(); } catch { /* the status says enough */ }
        this.offline = false;
        act.sent = true;
        this.drop(act);
        this.answered(act, response.status, body);
      }
    } finally { this.busy = false; }
  }

  later(ms) {
    this.offline = true;
    this.tell();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), ms);
  }
}

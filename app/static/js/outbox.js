// Acts on their way to the server. Each has an id made here, so that sending it twice is harmless; without network it
// waits in IndexedDB and goes when the network is back, in its order. What the server refuses stays as well, until
// somebody has decided about it: nothing that was recorded disappears by itself.
import { all, put, remove } from "./store.js";

const AGAIN = [408, 425, 429];
const PATIENCE = 15000;                                    // milliseconds until a request counts as lost

export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
}

export class Outbox {
  /** `answered(act, status, body)` for every act that the server has answered; `changed()` whenever something waits or no longer does. */
  constructor(code, { answered = () => {}, changed = () => {} } = {}) {
    Object.assign(this, { code, answered, changed, acts: [], refused: [], busy: false, offline: false });
    addEventListener("online", () => this.send());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.send(); });
  }

  /** Read what an earlier page left here; acts that were made meanwhile come after it. */
  async load() {
    const known = new Set(this.acts.map((a) => a.id)), mine = (a) => a.code === this.code && !known.has(a.id);
    const stored = (await all("acts")).filter(mine).sort((a, b) => a.at - b.at);
    this.acts.unshift(...stored.filter((a) => !a.refused));
    this.refused.unshift(...stored.filter((a) => a.refused));
    this.changed();
    return this.acts;
  }

  get waiting() { return this.acts.length; }
  last() { return this.acts.findLast?.((a) => !a.gone) ?? [...this.acts].reverse().find((a) => !a.gone); }

  add(event, id = newId()) {
    const act = { id, event, code: this.code, at: Math.max(Date.now(), (this.acts.at(-1)?.at ?? 0) + .001) };
    this.acts.push(act);
    put("acts", act);
    this.changed();
    this.send();
    return act;
  }

  /** Take back what waits. What may have reached the server already is taken back there, once it has answered. */
  withdraw(act) {
    if (act.tried) { act.gone = true; put("acts", act); } else this.forget(act);
    this.changed();
  }

  forget(act) {
    this.acts = this.acts.filter((a) => a.id !== act.id);
    this.refused = this.refused.filter((a) => a.id !== act.id);
    remove("acts", act.id);
  }

  /** Somebody has decided about a refused act. */
  decided(act) { this.forget(act); this.changed(); }

  /** Send what waits, one after the other; stop at the first that finds no server and try again later. */
  async send() {
    if (this.busy || !this.acts.length) return;
    this.busy = true;
    clearTimeout(this.timer);
    try {
      while (this.acts.length) {
        const act = this.acts[0], answer = await this.post(act) ?? act.arrived;
        if (!answer) return this.later(act);
        this.offline = false;
        this.settle(act, answer);
      }
    } finally { this.busy = false; }
  }

  /** The table shows an entry: if it is one that waits here, it did arrive, and only the answer was lost. */
  arrived(entry) {
    const act = this.acts.find((a) => a.id === entry.id), answer = { status: 200, body: entry };
    if (act && this.busy && act === this.acts[0]) act.arrived = answer;
    else if (act) this.settle(act, answer);
  }

  settle(act, { status, body }) {
    this.forget(act);
    if (act.gone && status < 300) this.add({ type: "retracted", target: body.seq });
    else if (!act.gone && status >= 300) {
      act.refused = { status, body };
      this.refused.push(act);
      put("acts", act);
    }
    this.changed();
    this.answered(act, status, body);
  }

  /** The server's own answer, or null: no network, no server, a page of somebody else's in between. */
  async post(act) {
    if (!act.tried && navigator.onLine !== false) { act.tried = true; put("acts", act); }
    const stop = new AbortController(), timer = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const response = await fetch(`/api/v1/tables/${this.code}/entries`, {
        method: "POST", signal: stop.signal,
        headers: { "Content-Type": "application/json", "X-Stationmaster": "1", Accept: "application/json" },
        body: JSON.stringify({ id: act.id, event: act.event, ...(act.event.overruled ? { overrule: act.event.overruled } : {}) }),
      });
      if (response.status >= 500 || AGAIN.includes(response.status)) return null;
      const body = await response.json();
      return response.ok && body.id !== act.id ? null : { status: response.status, body };
    } catch { return null; } finally { clearTimeout(timer); }
  }

  later(act) {
    this.offline = true;
    act.waited = true;
    if (this.acts.includes(act)) put("acts", act);
    this.changed();
    this.timer = setTimeout(() => this.send(), 3000);
  }
}

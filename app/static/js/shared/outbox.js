// Acts on their way to the server. Each has an id made here, so that sending it twice is harmless; without network it
// waits in IndexedDB and goes when the network is back, in its order. What the server refuses stays as well, until
// somebody has decided about it: nothing that was recorded disappears by itself.
import { request } from "./net.js";
import { all, put, remove } from "./store.js";

const AGAIN = [408, 425, 429];
const MOMENT = 1500; // milliseconds in which an act usually leaves; only then is it said that it is not saved

export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
}

let asked = false;
/** Ask the browser once not to clear away what this phone keeps; before the first act there is nothing worth a question. */
function lasting() {
  if (!asked) navigator.storage?.persist?.().catch(() => {});
  asked = true;
}

export class Outbox {
  /** `answered(act, status, body)` for every act that the server has answered; `changed()` whenever something waits or no longer does. */
  constructor(code, { answered = () => {}, changed = () => {} } = {}) {
    Object.assign(this, {
      code,
      answered,
      changed,
      acts: [],
      refused: [],
      kept: new Set(),
      lost: new Set(),
      busy: false,
      offline: false,
    });
    addEventListener("online", () => this.send());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.send();
    });
  }

  /** Read what an earlier page left here; acts that were made meanwhile come after it. */
  async load() {
    const known = new Set(this.acts.map((a) => a.id)), mine = (a) => a.code === this.code && !known.has(a.id);
    const stored = (await all("acts")).filter(mine).sort((a, b) => a.at - b.at);
    for (const a of stored) this.kept.add(a.id);
    this.acts.unshift(...stored.filter((a) => !a.refused));
    this.refused.unshift(...stored.filter((a) => a.refused));
    this.changed();
    return this.acts;
  }

  get waiting() {
    return this.acts.length;
  }
  /** Whether all that waits would outlive this page. */
  get saved() {
    return this.acts.every((a) => this.kept.has(a.id));
  }
  /** Whether something is nowhere but in the memory of this page, and will stay so. */
  get unsaved() {
    return [...this.acts, ...this.refused].some((a) => this.lost.has(a.id));
  }

  /** Keep an act on this phone, or know that the phone cannot. */
  async keep(act) {
    if (await put("acts", act)) {
      const fresh = !this.kept.has(act.id) || this.lost.has(act.id);
      this.kept.add(act.id);
      this.lost.delete(act.id);
      if (fresh) this.changed();
      return;
    }
    this.kept.delete(act.id);
    setTimeout(() => {
      if (this.kept.has(act.id) || !(this.acts.includes(act) || this.refused.includes(act))) return;
      this.lost.add(act.id);
      this.changed();
    }, MOMENT);
  }

  last() {
    return this.acts.findLast?.((a) => !a.gone) ?? [...this.acts].reverse().find((a) => !a.gone);
  }

  add(event, id = newId()) {
    const act = { id, event, code: this.code, at: Math.max(Date.now(), (this.acts.at(-1)?.at ?? 0) + .001) };
    this.acts.push(act);
    lasting();
    this.keep(act);
    this.changed();
    this.send();
    return act;
  }

  /** Take back what waits. What may have reached the server already is taken back there, once it has answered. */
  withdraw(act) {
    if (act.tried) {
      act.gone = true;
      this.keep(act);
    } else this.forget(act);
    this.changed();
  }

  forget(act) {
    this.acts = this.acts.filter((a) => a.id !== act.id);
    this.refused = this.refused.filter((a) => a.id !== act.id);
    remove("acts", act.id);
  }

  /** Somebody has decided about a refused act. */
  decided(act) {
    this.forget(act);
    this.changed();
  }

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
    } finally {
      this.busy = false;
    }
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
      this.keep(act);
    }
    this.changed();
    this.answered(act, status, body);
  }

  /** The server's own answer, or null: no network, no server, a page of somebody else's in between. */
  async post(act) {
    if (!act.tried && navigator.onLine !== false) {
      act.tried = true;
      this.keep(act);
    }
    try {
      const response = await request(`/api/v1/tables/${this.code}/entries`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Stationmaster": "1", Accept: "application/json" },
        body: JSON.stringify({
          id: act.id,
          event: act.event,
          ...(act.event.overruled ? { overrule: act.event.overruled } : {}),
        }),
      });
      if (response.status >= 500 || AGAIN.includes(response.status)) return null;
      const body = await response.json();
      return response.ok && body.id !== act.id ? null : { status: response.status, body };
    } catch {
      return null;
    }
  }

  later(act) {
    this.offline = true;
    act.waited = true;
    for (const a of this.acts) if (a === act || this.lost.has(a.id)) this.keep(a);
    this.changed();
    this.timer = setTimeout(() => this.send(), 3000);
  }
}

// News of the table: a stream where it can be had, else a question every two seconds. Either way nothing can be applied
// twice or missed: the news carries entry numbers, and the state is asked for with its ETag.
//
// A connection may die without a word: then neither an error nor news ever comes. So the server says something every 15
// seconds ("beat"), and a stream that says nothing for longer is closed and the server asked. SILENT and PATIENCE together
// are how long a phone may show "saved" that hears nothing: less than 45 s.
import { SILENT } from "../shared/net.js";

export class Live {
  /** `news(data|null)` when something was recorded (null: only look again); `online(bool)` as the connection comes and goes. */
  constructor(code, { after, news, online }) {
    Object.assign(this, { code, after, news, online, failed: 0, heard: 0 });
    this.start();
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.back();
    });
    addEventListener("online", () => this.back());
    addEventListener("pageshow", (e) => {
      if (e.persisted) this.back();
    });
    addEventListener("pagehide", () => this.stop());
  }

  /** The page is looked at again, or a network has come: what was open before is not trusted. */
  back() {
    if (this.source && Date.now() - this.heard < 1000) return;
    this.failed = 0;
    this.start();
    this.look();
  }

  async look() {
    this.online(await this.news(null));
  }

  /** A question found no server while a stream seems to live: ask again soon, since the next beat may be long in coming. */
  doubt() {
    clearTimeout(this.again);
    if (!this.turn) this.again = setTimeout(() => this.look(), 2000);
  }

  stop() {
    clearTimeout(this.timer);
    clearTimeout(this.slow);
    clearTimeout(this.dog);
    clearTimeout(this.again);
    this.timer = 0;
    this.turn = null;
    this.source?.close();
    this.source = null;
  }

  /** A sign of life. */
  lives() {
    this.heard = Date.now();
    clearTimeout(this.dog);
    this.dog = setTimeout(() => this.ask(), SILENT);
    this.online(true);
  }

  start() {
    this.stop();
    if (!("EventSource" in window)) return this.poll();
    const source = this.source = new EventSource(`/api/v1/tables/${this.code}/stream?after=${this.after}`);
    // Something on the way may hold the answer back: asking works all the same.
    this.slow = setTimeout(() => this.ask(), 8000);
    source.onopen = () => {
      clearTimeout(this.slow);
      this.failed = 0;
      this.lives();
    };
    source.addEventListener("beat", () => this.lives());
    source.addEventListener("news", (e) => {
      const data = JSON.parse(e.data);
      this.after = Math.max(this.after, data.seq);
      this.lives();
      this.news(data);
    });
    source.onerror = () => {
      if (this.source !== source) return;
      this.online(false);
      this.failed += 1;
      if (this.failed > 2) return this.ask();
      // The browser opens the next stream by itself (after five minutes, after a lost network) unless it was refused.
      if (source.readyState !== EventSource.CLOSED) return;
      this.stop();
      this.timer = setTimeout(() => this.start(), 1000 * 2 ** this.failed);
    };
  }

  ask() {
    this.stop();
    this.poll();
  }

  /** Without a stream: ask every two seconds; try the stream again after half a minute, or once the server is back. */
  async poll() {
    let tries = 0, lost = false;
    const turn = this.turn = {};
    const ask = async () => {
      const found = await this.news(null);
      if (this.turn !== turn || this.source) return; // begun anew meanwhile
      this.online(found);
      if ((++tries % 15 === 0 || (found && lost)) && "EventSource" in window) {
        this.failed = 1;
        return this.start();
      }
      lost = !found;
      this.timer = setTimeout(ask, document.hidden ? 10000 : 2000);
    };
    await ask();
  }
}

// News of the table: a stream where it can be had, else a question every two seconds. Either way nothing can be applied
// twice or missed: the news carries entry numbers, and the state is asked for with its ETag.
export class Live {
  /** `news(data|null)` when something was recorded (null: only look again); `online(bool)` as the connection comes and goes. */
  constructor(code, { after, news, online }) {
    Object.assign(this, { code, after, news, online, failed: 0 });
    this.start();
    document.addEventListener("visibilitychange", () => { if (!document.hidden) { this.news(null); if (!this.source && !this.timer) this.start(); } });
    addEventListener("pageshow", (e) => { if (e.persisted) { this.news(null); this.start(); } });
    addEventListener("pagehide", () => this.stop());
  }

  stop() {
    clearTimeout(this.timer);
    clearTimeout(this.slow);
    this.timer = 0;
    this.source?.close();
    this.source = null;
  }

  start() {
    this.stop();
    if (!("EventSource" in window)) return this.poll();
    const source = this.source = new EventSource(`/api/v1/tables/${this.code}/stream?after=${this.after}`);
    const ask = () => { this.stop(); this.poll(); };
    // Something on the way may hold the answer back: asking works all the same.
    this.slow = setTimeout(ask, 8000);
    source.onopen = () => { clearTimeout(this.slow); this.failed = 0; this.online(true); };
    source.addEventListener("news", (e) => {
      const data = JSON.parse(e.data);
      this.after = Math.max(this.after, data.seq);
      this.news(data);
    });
    source.onerror = () => {
      this.online(false);
      if (this.source !== source) return;
      this.failed += 1;
      if (this.failed > 2) return ask();
      // The browser opens the next stream by itself (after five minutes, after a lost network) unless it was refused.
      if (source.readyState !== EventSource.CLOSED) return;
      this.stop();
      this.timer = setTimeout(() => this.start(), 1000 * 2 ** this.failed);
    };
  }

  /** Without a stream: ask every two seconds, and try the stream again after half a minute. */
  async poll() {
    let tries = 0;
    const ask = async () => {
      this.online(await this.news(null));
      if (++tries % 15 === 0 && "EventSource" in window) { this.failed = 1; return this.start(); }
      this.timer = setTimeout(ask, document.hidden ? 10000 : 2000);
    };
    await ask();
  }
}

// The table page: taps become acts, acts become paint at once, the server's answer settles it.
import { Asking } from "./asking.js";
import { Board } from "../shared/board.js";
import { h, icon, wagon } from "../shared/dom.js";
import { loadStrings, t } from "../shared/i18n.js";
import { Journeys } from "./journeys.js";
import { Live } from "./live.js";
import { Model } from "../shared/model.js";
import { request } from "../shared/net.js";
import { newId, Outbox } from "../shared/outbox.js";
import { PanZoom } from "../shared/panzoom.js";
import { Search } from "../shared/search.js";
import { citySheet, placeSheet, playerSheet, routeSheet, searchSheet, Sheet, trains, wide } from "./sheet.js";
import { current, set, Signs, tick } from "./signs.js";
import { get, keepTable, remove } from "../shared/store.js";
import { waitingSheet } from "./waiting.js";

const $ = (id) => document.getElementById(id);
const data = JSON.parse($("data").textContent);

class TablePage extends Asking(Journeys(Signs(Object))) {
  constructor() {
    super();
    this.code = data.code;
    this.plays = data.state.plays && !!$("sheet"); // the TV only shows
    this.quick = data.quick;
    this.rulings = data.rulings;
    this.only = data.only || null;
    this.chosen = data.active || null; // for whom is recorded, when it is not simply who is next
    this.recording = data.recording;
    this.mode = document.querySelector(".actions [aria-current]")?.dataset.mode ?? "claim";
    this.model = new Model(data.board, data.state);
    this.model.describe = (id) => this.describe(id);
    this.search = new Search(data.board.cities, data.board.routes);
    this.svg = document.querySelector("#map svg");
    if ($("sheet")) {
      this.sheet = new Sheet($("sheet"), $("dock"), {
        moved: () => this.moved(),
        left: () => this.undecided(),
        closed: () => {
          this.board?.pick(null);
          if (this.journey) this.startJourney(null);
        },
      });
    }
    if (this.svg) this.camera();
    this.outbox = new Outbox(this.code, { answered: (...a) => this.answered(...a), changed: () => this.net() });
    this.listen();
    this.begin();
  }

  camera() {
    const whole = this.svg.getAttribute("viewBox"), [x, y, w, h] = whole.split(/\s+/).map(Number);
    this.board = new Board(this.svg, this.model);
    this.cam = new PanZoom($("map").parentElement, this.svg, {
      size: { w: w + 2 * x, h: h + 2 * y },
      margin: -x,
      covered: () => this.covered(),
      onTap: (e) => this.tap(e),
    });
    this.svg.setAttribute("preserveAspectRatio", "xMidYMid meet");
    if (wide.matches || document.body.classList.contains("tv")) this.cam.fit(true);
    else this.cam.fit();
    addEventListener("resize", () => {
      this.cam.forget();
      if (wide.matches) this.cam.fit(true);
      else {
        this.cam.hold();
        this.cam.draw();
      }
      this.moved();
    });
    // On paper the whole board, whatever part of it is in view.
    addEventListener("beforeprint", () => this.svg.setAttribute("viewBox", whole));
    addEventListener("afterprint", () => {
      this.cam.forget();
      this.cam.draw();
    });
    for (
      const [id, run] of [["fit", () => this.cam.toggle()], ["zoom-in", () => this.cam.zoom(1.3)], [
        "zoom-out",
        () => this.cam.zoom(1 / 1.3),
      ]]
    ) {
      if ($(id)) {
        $(id).hidden = false;
        $(id).addEventListener("click", run);
      }
    }
  }

  async begin() {
    document.documentElement.classList.add("js");
    this.logKey = this.keyOf(data.state.log, []); // the page comes painted
    const words = loadStrings(data.strings).then(() => this.paint());
    await Promise.race([words, new Promise((done) => setTimeout(done, 3000))]);
    await this.asItStood();
    for (const act of await this.outbox.load()) {
      if (!act.gone && !this.model.pending.some((p) => p.id === act.id)) this.model.pending.push(act);
    }
    if (this.outbox.waiting) {
      this.model.project();
      this.paint();
      this.outbox.send();
    }
    this.pickedByAddress();
    this.live = new Live(this.code, {
      after: this.model.base.seq,
      news: (d) => this.news(d),
      online: (on) => this.connected(on),
    });
    this.ask();
    this.wake();
  }

  /** A page that was kept on the phone may be older than what the phone knows of the table. */
  async asItStood() {
    const kept = await get("tables", this.code);
    if (kept?.state.seq > this.model.base.seq) {
      this.model.accept(kept.state);
      this.plays = kept.state.plays && !!this.sheet;
      this.paint();
    } else this.keep();
  }

  keep() {
    keepTable(this.code, document.querySelector("h1")?.textContent ?? this.code, this.model.base);
  }

  pickedByAddress() {
    const asked = new URLSearchParams(location.search),
      mode = asked.get("mode"),
      typed = asked.get("q"),
      { board } = this.model;
    if (location.search) history.replaceState(null, "", location.pathname);
    if ($("toast")?.hidden === false) this.fade();
    if (this.sheet && this.sheet.kind !== undefined) return; // a finger was quicker: what it opened stays
    if (board.routes[asked.get("route")]) this.pickRoute(asked.get("route"));
    else if (board.cities[asked.get("city")]) this.pickCity(asked.get("city"));
    else if (this.model.player(asked.get("player"))) this.pickPlayer(asked.get("player"));
    else if (typed || mode === "claim" || mode === "station") searchSheet(this, mode ?? "claim", typed ?? "");
    else if (!this.sheet?.element.querySelector(".objections")) this.sheet?.hide(true);
  }

  listen() {
    document.querySelectorAll(".actions [data-mode]").forEach((a) =>
      a.addEventListener("click", (e) => {
        e.preventDefault();
        this.setMode(a.dataset.mode);
        searchSheet(this, a.dataset.mode);
      })
    );
    $("undo")?.addEventListener("submit", (e) => {
      e.preventDefault();
      this.undo();
    });
    $("chips")?.addEventListener("click", (e) => {
      const chip = e.target.closest("[data-player]");
      if (chip && this.sheet) {
        e.preventDefault();
        this.pickPlayer(chip.dataset.player);
      }
    });
    $("notice")?.addEventListener("submit", (e) => {
      e.preventDefault();
      const left = this.model.view.lastRound?.left ?? [];
      if (left.length) this.act({ type: "turn_taken", player: left[0] });
    });
    $("net")?.addEventListener("click", () => {
      if (this.sheet) waitingSheet(this);
    });
    document.addEventListener("click", (e) => this.stay(e));
    $("recording")?.addEventListener("click", (e) => {
      if (e.target.closest("[data-done]")) {
        e.preventDefault();
        this.startRecording(null);
      }
    });
    this.svg?.addEventListener("keydown", (e) => {
      const g = e.target.closest("[data-r], [data-c]");
      if (!g || (e.key !== "Enter" && e.key !== " ")) return;
      e.preventDefault();
      if (g.dataset.r) this.tapRoute(g.dataset.r);
      else this.pickCity(g.dataset.c);
    });
    this.svg?.addEventListener("click", (e) => {
      if (e.target.closest("a")) e.preventDefault();
    });
    document.addEventListener("keydown", (e) => {
      // Who walks by keyboard needs longer to come to Undo.
      if (e.key === "Tab" && $("toast")?.hidden === false) this.fade();
      if (e.target.closest("input, select, textarea") || e.ctrlKey || e.metaKey || e.altKey) return;
      if (e.key === "/" && this.plays) {
        e.preventDefault();
        searchSheet(this, "claim");
      }
      if (e.key === "Escape") this.sheet?.hide();
    });
  }

  /** Without network a link to another page would only lead to the browser's own error; with a service worker it may go. */
  stay(e) {
    const link = e.target.closest?.("a[href]");
    if (
      !link || e.defaultPrevented || !(this.offline || this.outbox.offline || navigator.onLine === false) ||
      navigator.serviceWorker?.controller || link.origin !== location.origin
    ) return;
    e.preventDefault();
    this.tell(t("There is no network. This page opens when it is back."));
  }

  setMode(mode) {
    this.mode = mode;
    document.querySelectorAll(".actions [data-mode]").forEach((a) =>
      current(a, a.dataset.mode === mode && !this.model.base.over)
    );
  }

  // ── what is picked ───────────────────────────────────────────────────────
  covered() {
    return this.sheet?.height()
      ? Math.max(0, $("map").getBoundingClientRect().bottom - (innerHeight - this.sheet.height()))
      : 0;
  }

  moved() {
    const toast = $("toast"), height = this.sheet?.height();
    if (toast) toast.style.bottom = height ? `${height + 8}px` : "";
    this.cam?.forget();
    this.cam?.hold();
    this.cam?.draw();
  }

  tap(e) {
    const [x, y] = this.cam.point(e.clientX, e.clientY),
      found = this.board.at(x, y, this.cam.k, this.mode === "station");
    if (this.journey) {
      if (found.route) this.addToJourney(found.route);
      return;
    }
    if (found.route) this.tapRoute(found.route, this.cam.k, found.far);
    else if (found.city) this.pickCity(found.city);
    else if (this.sheet?.open && !wide.matches) this.sheet.hide();
  }

  /**
   * A tap on a route: in recording and quick mode it claims where nothing is in doubt, else it asks. A half is meant for
   * certain by who hits its own line at one pixel a unit or more; far off even a whole route is no larger than a finger.
   */
  tapRoute(id, k = 1, far = 0) {
    if (this.journey) return this.addToJourney(id);
    const { model } = this, single = model.lone(id);
    const certain = !model.view.owner[id] && k >= .5 &&
      (single ? this.recording || !model.closed(id) : this.recording && k >= 1 && far <= 11 * k);
    if (this.plays && certain && (this.recording || this.quick)) return this.claim(id, this.active().id);
    this.pickRoute(id);
  }

  pickRoute(id) {
    const { model } = this;
    if (model.view.owner[id] || model.closed(id)) {
      const free = model.group(id).find((r) => !model.view.owner[r] && !model.closed(r));
      if (free && !this.board?.routes.get(id)?.classList.contains("sibling") && !model.view.owner[id]) id = free;
    }
    if (!this.sheet) return;
    this.board?.pick(id);
    routeSheet(this, id);
    this.bring(this.board?.middle(id));
    tick(8);
  }

  /** Bring what is picked into the part of the board that the sheet leaves free, at a size one can tap. */
  bring(point) {
    if (!this.cam || wide.matches || !point) return;
    const [x, y] = point,
      { cam } = this,
      b = cam.box(),
      sx = (x - cam.x) * cam.k + b.width / 2,
      sy = (y - cam.y) * cam.k + cam.free() / 2;
    if (sx > 40 && sx < b.width - 40 && sy > 40 && sy < cam.free() - 40 && cam.k > .45) return cam.draw();
    cam.look(x, y, .55);
    cam.hold();
    cam.draw();
  }

  pickCity(city) {
    if (!this.sheet) return;
    this.board?.pickCity(city);
    citySheet(this, city);
    this.bring(this.board?.dot(city));
    tick(8);
  }

  pickPlayer(id) {
    this.board?.pick(null);
    playerSheet(this, id);
  }

  /** For whom a tap records now. */
  active() {
    const { view } = this.model;
    const own = this.model.pending.length || this.model.base.active === this.model.base.turn
      ? view.turn
      : this.model.base.active;
    return this.model.player(this.chosen) ?? this.model.player(own) ?? this.model.player(this.model.base.active) ??
      view.players[0];
  }

  recordFor(id) {
    this.chosen = id;
    this.sheet.hide();
    this.paint();
    this.say(t("Now recording for {player}.", { player: this.active().name }));
  }

  startRecording(id) {
    this.recording = !!id;
    this.chosen = id;
    $("recording").hidden = !id;
    if (id) {
      $("recording").querySelector("span").textContent = t("Tap {player}’s routes one after the other.", {
        player: this.model.player(id).name,
      });
    }
    this.sheet?.hide();
    this.paint();
  }

  showOnly(id) {
    this.only = id;
    this.sheet?.hide();
    this.board?.only(id);
    this.paint();
  }
  marked(event) {
    return this.recording ? { ...event, afterwards: true } : event;
  }

  // ── acts ─────────────────────────────────────────────────────────────────
  claim(route, player) {
    this.act(this.marked({ type: "route_claimed", player, route }));
  }

  /** It was somebody else's: taken back and recorded anew; a turn only where the old claim was the last one. */
  reassign(route, seq, player) {
    const { view } = this.model, last = view.lastTurn === seq;
    const back = this.act({ type: "retracted", target: seq });
    const claim = this.act({
      type: "route_claimed",
      player,
      route,
      ...(view.controlled?.includes(route) ? { controller: true } : {}),
      ...(last ? {} : { afterwards: true }),
    });
    this.corrected = { back, claim };
  }

  /** Do something: seen at once, sent as soon as there is a network. */
  act(event, said = "") {
    const act = { id: newId(), event, own: true }, gone = event.type === "retracted" ? this.written(event.target) : "";
    this.model.pending.push(act);
    this.model.project();
    this.sheet?.hide();
    if (!this.recording) this.chosen = null;
    this.paint();
    tick(event.type === "retracted" ? [10, 40, 10] : 18);
    if (event.type === "station_built") this.setMode("claim"); // the next tap means a route again
    if (event.type !== "retracted") this.toast(act);
    else if (said) this.tell(said);
    else this.backToast(gone, () => this.putBack(act));
    this.outbox.add(event, act.id);
    const rider = event.type === "route_claimed" && !event.afterwards && this.model.board.passengers &&
      this.model.player(event.player);
    if (rider && rider.passengers > 0 && this.model.view.owner[event.route] === rider.id) {
      placeSheet(this, rider, event.route);
    }
    return act;
  }

  async answered(act, status, body) {
    const mine = this.model.pending.find((p) => p.id === act.id) ?? act;
    if (status < 300) {
      mine.seq = body.seq;
      if (act.event.type === "passenger_moved") this.travelled = { act: act.id, seq: body.seq };
      await this.refresh();
      return;
    }
    this.model.pending = this.model.pending.filter((p) => p.id !== act.id);
    this.model.project();
    $("toast").hidden = true;
    await this.refresh();
    this.paint();
    if (act.gone) return;
    tick([30, 60, 30]);
    this.ask();
  }

  // ── news ─────────────────────────────────────────────────────────────────
  /** Somebody recorded something: show it at once as far as it is understood, then ask how things stand. */
  news(told) {
    const others = []; // what this phone did itself it has said already
    for (const entry of told?.entries ?? []) {
      this.outbox.arrived(entry);
      const mine = this.model.pending.find((p) => p.id === entry.id);
      if (mine) mine.seq = entry.seq;
      else if (entry.seq > this.model.base.seq) {
        const said = this.newsOf(entry.event);
        if (said) others.push(said);
        this.model.pending.push({ id: entry.id ?? `e${entry.seq}`, seq: entry.seq, event: entry.event });
      }
    }
    if (told?.entries?.length) {
      this.model.project();
      this.paint();
      this.tellNews(others);
    }
    return this.refresh();
  }

  /** How things stand now: what was asked before this call does not count as an answer to it. */
  refresh() {
    if (this.asking) {
      return (this.next ??= this.asking.then(() => {
        this.next = null;
        return this.refresh();
      }));
    }
    return (this.asking = this.look().finally(() => {
      this.asking = null;
    }));
  }

  async look() {
    try {
      const response = await request(`/t/${this.code}/state.json`, { headers: { Accept: "application/json" } });
      if (response.status === 403 || response.status === 404) {
        await remove("tables", this.code);
        location.reload();
        return true;
      }
      if (!response.ok) return false;
      const state = await response.json();
      this.missed(state);
      this.model.accept(state);
      this.plays = state.plays && !!this.sheet;
      this.paint();
      this.brought();
      this.keep();
      return true;
    } catch {
      this.connected(false);
      this.live?.doubt();
      return false;
    }
  }

  /** Without a stream, or after a while in a pocket, the state itself is the news: entries of which nobody has told. */
  missed({ seq, log }) {
    const { base, pending } = this.model,
      known = new Set(pending.map((p) => p.seq)),
      fresh = ({ seq: n }) => n > base.seq && !known.has(n);
    const count = seq - base.seq - [...known].filter((n) => n > base.seq && n <= seq).length;
    if (!this.outbox.acts.length && count > 0) {
      this.tellNews(
        log.filter(fresh).reverse().map(({ colour, text, worth }) => ({
          colour,
          words: [text, worth].filter(Boolean).join(", "),
        })),
        count,
      );
    }
  }

  // ── paint ────────────────────────────────────────────────────────────────
  paint() {
    const { view, base } = this.model,
      active = this.active(),
      own = base.own ?? [],
      turn = own.length ? view.turn : active.id;
    this.board?.paint(new Set(this.outbox.offline ? this.outbox.acts.map((a) => a.event.route) : []));
    if (this.only) this.board?.only(this.only);
    for (const p of view.players) {
      const chip = document.querySelector(`.chip[data-player="${CSS.escape(p.id)}"]`);
      if (!chip) continue;
      chip.classList.toggle("turn", p.id === turn);
      chip.classList.toggle("next", p.id !== turn && p.id === (own.length ? this.chosen : view.turn));
      chip.classList.toggle("mine", own.length === 1 && own[0] === p.id);
      chip.classList.toggle("low", p.low);
      current(chip, p.id === turn);
      set(chip.querySelector("[data-trains]"), `${p.trains}`.replace("-", "−"));
      set(chip.querySelector("[data-points]"), p.points ?? "·");
      set(chip.querySelector(".sr"), trains(p.trains));
    }
    const notice = $("notice"), words = base.notice;
    if (notice) {
      notice.hidden = !words;
      set(notice.querySelector("span"), words);
      notice.querySelector(".rule")?.toggleAttribute("hidden", !base.lastRound || base.revealed);
      this.nextTurn(notice, view);
    }
    notice?.querySelector("[data-finish]")?.toggleAttribute("hidden", !base.finish);
    this.setMode(this.mode);
    if (base.log && $("log")) this.lines(base.log);
    const undo = $("undo")?.querySelector("button");
    if (undo) undo.disabled = !base.undo && !this.outbox.waiting;
  }

  nextTurn(notice, view) {
    const next = this.model.player(view.lastRound?.left?.[0]);
    let form = notice.querySelector("form");
    if (!next || !this.plays) {
      form?.remove();
      return;
    }
    if (!form) notice.append(form = h("form.small", {}, h("button.small", {}, icon("tick"), h("b"))));
    form.querySelector("button").setAttribute("aria-label", t("{player} is done", { player: next.name }));
    set(form.querySelector("b"), next.name);
  }

  keyOf(log, waiting) {
    return JSON.stringify([log, waiting.length]);
  }

  lines(log) {
    const waiting = this.model.pending.filter((p) => !p.seq).reverse(), key = this.keyOf(log, waiting);
    if (this.logKey === key) return;
    this.logKey = key;
    $("log").replaceChildren(
      ...waiting.map((p) =>
        h(
          "li.waiting",
          {},
          wagon(this.model.player(p.event.player)?.colour ?? "black"),
          h("span", {}, this.describeEvent(p.event)),
          h("span.num", {}, t("waiting")),
        )
      ),
      ...log.map((l) =>
        h("li", {}, l.colour ? wagon(l.colour) : h("span"), h("span", {}, l.text), h("span.num", {}, l.worth))
      ),
    );
  }

  /** Keep the screen awake where the browser can (https only; plain http in the LAN simply has no such thing). */
  wake() {
    if (!navigator.wakeLock) return;
    const hold = async () => {
      try {
        await navigator.wakeLock.request("screen");
      } catch { /* battery saver */ }
    };
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) hold();
    });
    hold();
  }
}

new TablePage();

// The table page: taps become acts, acts become paint at once, the server's answer settles it.
import { Board } from "./board.js";
import { h, icon, wagon } from "./dom.js";
import { loadStrings, plus, t, tn } from "./i18n.js";
import { Live } from "./live.js";
import { Model } from "./model.js";
import { newId, Outbox } from "./outbox.js";
import { PanZoom } from "./panzoom.js";
import { Search } from "./search.js";
import { citySheet, colourName, journeySheet, placeSheet, playerSheet, refusedSheet, routeSheet, searchSheet, Sheet, trains } from "./sheet.js";
import { get, keepTable, remove } from "./store.js";
import { clashSides, waitingSheet } from "./waiting.js";

const $ = (id) => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const wide = matchMedia("(min-width: 900px)");

class TablePage {
  constructor() {
    this.code = data.code;
    this.plays = data.state.plays && !!$("sheet");     // the TV only shows
    this.quick = data.quick;
    this.rulings = data.rulings;
    this.only = data.only || null;
    this.chosen = data.active || null;                   // for whom is recorded, when it is not simply who is next
    this.recording = data.recording;
    this.model = new Model(data.board, data.state);
    this.model.describe = (id) => this.describe(id);
    this.search = new Search(data.board.cities, data.board.routes);
    this.svg = document.querySelector("#map svg");
    if ($("sheet")) this.sheet = new Sheet($("sheet"), $("dock"), { moved: () => this.moved(), left: () => this.undecided(), closed: () => { this.board?.pick(null); if (this.journey) this.startJourney(null); } });
    if (this.svg) this.camera();
    this.outbox = new Outbox(this.code, { answered: (...a) => this.answered(...a), changed: () => this.net() });
    this.listen();
    this.begin();
  }

  camera() {
    const [, , w, h] = (this.svg.getAttribute("viewBox") || "0 0 1600 1000").split(/\s+/).map(Number);
    const frame = { w: w - 140, h: h - 140 };
    this.board = new Board(this.svg, this.model);
    this.cam = new PanZoom($("map").parentElement, this.svg, { size: frame, covered: () => this.covered(), onTap: (e) => this.tap(e) });
    this.svg.setAttribute("preserveAspectRatio", "xMidYMid meet");
    if (wide.matches || document.body.classList.contains("tv")) this.cam.fit(true); else this.cam.fit();
    addEventListener("resize", () => { this.cam.forget(); if (wide.matches) this.cam.fit(true); else { this.cam.hold(); this.cam.draw(); } this.moved(); });
    // On paper the whole board, whatever part of it is in view.
    addEventListener("beforeprint", () => this.svg.setAttribute("viewBox", `${-70} ${-70} ${w} ${h}`));
    addEventListener("afterprint", () => { this.cam.forget(); this.cam.draw(); });
    for (const [id, run] of [["fit", () => this.cam.toggle()], ["zoom-in", () => this.cam.zoom(1.3)], ["zoom-out", () => this.cam.zoom(1 / 1.3)]]) {
      if ($(id)) { $(id).hidden = false; $(id).addEventListener("click", run); }
    }
  }

  async begin() {
    document.documentElement.classList.add("js");
    this.paint();
    await loadStrings(data.strings);
    await this.asItStood();
    for (const act of await this.outbox.load()) if (!act.gone && !this.model.pending.some((p) => p.id === act.id)) this.model.pending.push(act);
    if (this.outbox.waiting) { this.model.project(); this.paint(); this.outbox.send(); }
    this.pickedByAddress();
    this.live = new Live(this.code, { after: this.model.base.seq, news: (d) => this.news(d), online: (on) => this.connected(on) });
    this.ask();
    this.wake();
  }

  /** A page that was kept on the phone may be older than what the phone knows of the table. */
  async asItStood() {
    const kept = await get("tables", this.code);
    if (kept?.state.seq > this.model.base.seq) { this.model.accept(kept.state); this.plays = kept.state.plays && !!this.sheet; this.paint(); }
    else this.keep();
  }

  keep() { keepTable(this.code, document.querySelector("h1")?.textContent ?? this.code, this.model.base); }

  pickedByAddress() {
    const asked = new URLSearchParams(location.search), { board } = this.model;
    if (board.routes[asked.get("route")]) this.pickRoute(asked.get("route"), true);
    else if (board.cities[asked.get("city")]) this.pickCity(asked.get("city"));
    else if (this.model.player(asked.get("player"))) this.pickPlayer(asked.get("player"));
    else if (["claim", "station"].includes(asked.get("mode"))) searchSheet(this, asked.get("mode"));
    else if (!this.sheet?.element.querySelector(".objections")) this.sheet?.hide(true);
    if (asked.size) history.replaceState(null, "", location.pathname);
    if ($("toast")?.hidden === false) this.fade();
  }

  listen() {
    document.querySelectorAll(".actions [data-mode]").forEach((a) => a.addEventListener("click", (e) => {
      e.preventDefault();
      this.setMode(a.dataset.mode);
      searchSheet(this, a.dataset.mode);
    }));
    $("undo")?.addEventListener("submit", (e) => { e.preventDefault(); this.undo(); });
    $("chips")?.addEventListener("click", (e) => {
      const chip = e.target.closest("[data-player]");
      if (chip && this.sheet) { e.preventDefault(); this.pickPlayer(chip.dataset.player); }
    });
    $("notice")?.addEventListener("submit", (e) => {
      e.preventDefault();
      const left = this.model.view.lastRound?.left ?? [];
      if (left.length) this.act({ type: "turn_taken", player: left[0] });
    });
    $("net")?.addEventListener("click", () => { if (this.sheet) waitingSheet(this); });
    document.addEventListener("click", (e) => this.stay(e));
    $("recording")?.addEventListener("click", (e) => { if (e.target.closest("[data-done]")) { e.preventDefault(); this.startRecording(null); } });
    this.svg?.addEventListener("keydown", (e) => {
      const g = e.target.closest("[data-r], [data-c]");
      if (!g || (e.key !== "Enter" && e.key !== " ")) return;
      e.preventDefault();
      if (g.dataset.r) this.tapRoute(g.dataset.r); else this.pickCity(g.dataset.c);
    });
    this.svg?.addEventListener("click", (e) => { if (e.target.closest("a")) e.preventDefault(); });
    document.addEventListener("keydown", (e) => {
      if (e.target.closest("input, select, textarea") || e.ctrlKey || e.metaKey || e.altKey) return;
      if (e.key === "/" && this.plays) { e.preventDefault(); searchSheet(this, "claim"); }
      if (e.key === "Escape") this.sheet?.hide();
    });
  }

  /** Without network a link to another page would only lead to the browser's own error; with a service worker it may go. */
  stay(e) {
    const link = e.target.closest?.("a[href]");
    if (!link || e.defaultPrevented || !(this.offline || this.outbox.offline || navigator.onLine === false) || navigator.serviceWorker?.controller || link.origin !== location.origin) return;
    e.preventDefault();
    this.tell(t("There is no network. This page opens when it is back."));
  }

  setMode(mode) {
    this.mode = mode;
    document.querySelectorAll(".actions [data-mode]").forEach((a) => a.toggleAttribute("aria-current", a.dataset.mode === mode));
  }

  // ── what is picked ───────────────────────────────────────────────────────
  covered() { return wide.matches || !this.sheet?.open ? 0 : Math.max(0, $("map").getBoundingClientRect().bottom - (innerHeight - this.sheet.height())); }

  moved() {
    const toast = $("toast");
    if (toast) toast.classList.toggle("above", !!this.sheet?.open && !wide.matches);
    if (toast && !wide.matches) toast.style.bottom = this.sheet?.open ? `${this.sheet.height() + 8}px` : "";
    else if (toast) toast.style.bottom = "";
    this.cam?.forget();
    this.cam?.hold();
    this.cam?.draw();
  }

  tap(e) {
    const [x, y] = this.cam.point(e.clientX, e.clientY), found = this.board.at(x, y, this.cam.k, this.mode === "station");
    if (this.journey) { if (found.route) this.addToJourney(found.route); return; }
    if (found.route) this.tapRoute(found.route);
    else if (found.city) this.pickCity(found.city);
    else if (this.sheet?.open && !wide.matches) this.sheet.hide();
  }

  /** A tap on a route: in recording and quick mode it claims where nothing is in doubt, else it asks. */
  tapRoute(id) {
    if (this.journey) return this.addToJourney(id);
    const { model } = this, certain = !model.view.owner[id] && (this.recording ? true : model.group(id).length === 1 && !model.closed(id));
    if (this.plays && certain && (this.recording || this.quick)) return this.claim(id, this.active().id);
    this.pickRoute(id);
  }

  pickRoute(id, far = false) {
    const { model } = this;
    if (model.view.owner[id] || model.closed(id)) {
      const free = model.group(id).find((r) => !model.view.owner[r] && !model.closed(r));
      if (free && !this.board?.routes.get(id)?.classList.contains("sibling") && !model.view.owner[id]) id = free;
    }
    if (!this.sheet) return;
    this.board?.pick(id);
    routeSheet(this, id);
    this.bring(id, far);
    tick(8);
  }

  /** Bring a picked route into the part of the board that the sheet leaves free, at a size one can tap. */
  bring(id) {
    if (!this.cam || wide.matches) return;
    const [x, y] = this.board.middle(id), { cam } = this, b = cam.box(), sx = (x - cam.x) * cam.k + b.width / 2, sy = (y - cam.y) * cam.k + cam.free() / 2;
    if (sx > 40 && sx < b.width - 40 && sy > 40 && sy < cam.free() - 40 && cam.k > .45) return cam.draw();
    cam.look(x, y, .55); cam.hold(); cam.draw();
  }

  pickCity(city) {
    if (!this.sheet) return;
    this.board?.pickCity(city);
    citySheet(this, city);
    tick(8);
  }

  pickPlayer(id) { this.board?.pick(null); playerSheet(this, id); }

  /** For whom a tap records now. */
  active() {
    const { view } = this.model;
    const own = this.model.pending.length || this.model.base.active === this.model.base.turn ? view.turn : this.model.base.active;
    return this.model.player(this.chosen) ?? this.model.player(own) ?? this.model.player(this.model.base.active) ?? view.players[0];
  }

  recordFor(id) { this.chosen = id; this.sheet.hide(); this.paint(); this.say(t("Now recording for {player}.", { player: this.active().name })); }

  startRecording(id) {
    this.recording = !!id;
    this.chosen = id;
    $("recording").hidden = !id;
    if (id) $("recording").querySelector("span").textContent = t("Tap the routes of {player} one after the other.", { player: this.model.player(id).name });
    this.sheet?.hide();
    this.paint();
  }

  showOnly(id) { this.only = id; this.sheet?.hide(); this.board?.only(id); this.paint(); }
  marked(event) { return this.recording ? { ...event, afterwards: true } : event; }

  // ── acts ─────────────────────────────────────────────────────────────────
  claim(route, player) { this.act(this.marked({ type: "route_claimed", player, route })); }

  /** Do something: seen at once, sent as soon as there is a network. */
  act(event, said = "") {
    const act = { id: newId(), event, own: true }, gone = event.type === "retracted" ? this.written(event.target) : "";
    this.model.pending.push(act);
    this.model.project();
    this.sheet?.hide();
    if (!this.recording) this.chosen = null;
    this.paint();
    tick(event.type === "retracted" ? [10, 40, 10] : 18);
    if (event.type === "station_built") this.setMode("claim");          // the next tap means a route again
    if (event.type !== "retracted") this.toast(act);
    else if (said) this.tell(said);
    else this.backToast(gone, () => this.putBack(act));
    this.outbox.add(event, act.id);
    const rider = event.type === "route_claimed" && !event.afterwards && this.model.board.passengers && this.model.player(event.player);
    if (rider && rider.passengers > 0 && this.model.view.owner[event.route] === rider.id) placeSheet(this, rider, event.route);
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

  /** Ask about the next act that the server refused, unless somebody is being asked already. */
  ask(wanted) {
    for (const act of [...this.outbox.refused]) this.alreadyThere(act);
    const act = wanted ?? this.outbox.refused[0];
    if (!act || !this.sheet || this.asked || !this.outbox.refused.includes(act)) return;
    this.asked = act;
    this.refused(act, this.ownerNow(act.event));
  }

  ownerNow(event) { return event.type === "route_claimed" ? this.model.base.owner[event.route] : undefined; }

  /** Two phones wrote the same down: nothing is lost, and nothing is to be chosen. */
  alreadyThere(act) {
    const { event } = act;
    if (event.overruled || !event.player || this.ownerNow(event) !== event.player) return;
    this.outbox.decided(act);
    this.tell(t("Somebody has recorded this already: {act}", { act: this.describeEvent(event) }));
  }

  /** Rules stand in the way. When the route went to somebody else meanwhile, both sides are shown and one is chosen. */
  refused(act, owner) {
    const { event, refused: { body } } = act, extra = [], sides = [];
    const objections = body.objections ?? (body.faults ?? [{ message: body.detail || body.title || t("The table did not take this.") }]).map((f) => ({ text: f.message, overrulable: false }));
    if (owner) {
      const rival = this.model.player(owner), mine = this.model.player(event.player), seq = this.model.base.claimedAt[event.route];
      sides.push(clashSides(act, mine, rival));
      extra.push([t("It was {player}: take the claim of {rival} back", { player: mine.name, rival: rival.name }), () => { this.act({ type: "retracted", target: seq }); this.act(event); }]);
    }
    this.board?.pick(event.route ?? null);
    refusedSheet(this, event, objections, extra, sides);
    this.say(objections.map((o) => o.text).join(" "));
  }

  /** The question on the sheet is answered: what was refused may go, and the next one is asked. */
  decided(run = () => {}) {
    const act = this.asked;
    this.asked = null;
    if (act) this.outbox.decided(act);
    this.sheet.hide();
    run();
    this.ask();
  }

  /** The question was left open. What came late from the outbox goes on waiting; a slip that was refused at once is done with. */
  undecided() {
    const act = this.asked;
    this.asked = null;
    if (act && !act.waited) this.outbox.decided(act);
  }

  undo(act) {
    const { pending, base } = this.model, waiting = act ? this.outbox.acts.find((a) => a.id === act.id) : this.outbox.last();
    if (waiting) {
      const { event, tried } = waiting;
      this.outbox.withdraw(waiting);
      this.model.pending = pending.filter((p) => p.id !== waiting.id);
      this.model.project();
      this.paint();
      if (event.type === "retracted") return this.tell(t("Put back."));
      return this.backToast(this.describeEvent(event), tried ? null : () => this.act(event));
    }
    const own = pending.filter((p) => p.own && p.seq && p.event.type !== "retracted").at(-1);
    const target = act ? act.seq : own?.seq ?? base.undo?.seq;
    if (target && !pending.some((p) => p.event.target === target)) this.act({ type: "retracted", target });
    return undefined;
  }

  /** A retraction was a slip: it is taken back itself, or never leaves the phone. */
  putBack(act) {
    if (this.outbox.acts.some((a) => a.id === act.id)) this.undo(act);
    else if (act.seq) this.act({ type: "retracted", target: act.seq }, t("Put back."));
  }

  /** What an entry says, as far as this phone knows. */
  written(seq) {
    const { pending, base } = this.model, mine = pending.find((p) => p.seq === seq && p.event.type !== "retracted");
    const route = Object.keys(base.claimedAt).find((id) => base.claimedAt[id] === seq);
    if (mine) return this.describeEvent(mine.event);
    if (route) return `${this.model.player(base.owner[route])?.name ?? ""}: ${this.model.name(route)}`;
    return base.undo?.seq === seq ? base.undo.text : base.log?.find((l) => l.seq === seq)?.text ?? "";
  }

  // ── journeys (boards with passengers) ───────────────────────────────────
  startJourney(player, start) {
    this.journey = player ? { player, start, routes: [], cities: [start], tokens: {} } : null;
    this.board?.lit([]);
    this.suggest(this.journey);
    if (this.journey) { this.board?.pickCity(start); journeySheet(this, this.journey); } else if (this.sheet?.open) this.sheet.hide(true);
  }

  /** Ask for the best journey; the way there may still be tapped by hand meanwhile. */
  async suggest(journey) {
    if (!journey) return;
    try {
      const query = new URLSearchParams({ player: journey.player, from: journey.start });
      const response = await fetch(`/t/${this.code}/journey.json?${query}`);
      if (!response.ok) return;
      journey.offers = await response.json();
      if (this.journey === journey && journey.offers.length && !journey.routes.length) journeySheet(this, journey);
    } catch { /* without network there is simply no suggestion */ }
  }

  offeredJourney(offer) {
    const { journey } = this;
    for (const id of offer.routes) this.step(id);
    this.board.lit(journey.routes);
    journeySheet(this, journey);
  }

  step(id) {
    const here = this.journey.cities.at(-1), [a, b] = this.model.board.routes[id];
    if (here !== a && here !== b) return false;
    this.journey.routes.push(id);
    this.journey.cities.push(here === a ? b : a);
    return true;
  }

  addToJourney(id) {
    const { journey, model } = this;
    if (!model.view.owner[id]) return this.say(t("Nobody owns this route."));
    if (journey.routes.includes(id)) return this.say(t("Each route only once."));
    if (!this.step(id)) return this.say(t("This route does not start in {city}.", { city: model.city(journey.cities.at(-1)) }));
    this.board.lit(journey.routes);
    journeySheet(this, journey);
    tick(8);
    return undefined;
  }

  backJourney() { this.journey.routes.pop(); this.journey.cities.pop(); this.board.lit(this.journey.routes); journeySheet(this, this.journey); }

  endJourney() {
    const { player, start, routes, cities, tokens } = this.journey, { view, board } = this.model;
    // Where nobody knows the goods, what was taken has to be said: nothing, unless somebody chose a token.
    for (const c of new Set(cities)) if (c !== start && !view.goodsColours[c] && !board.terminals.includes(c)) tokens[c] ??= 0;
    this.journey = null;
    this.board.lit([]);
    this.act({ type: "passenger_moved", player, start, routes, tokens });
  }

  // ── news ─────────────────────────────────────────────────────────────────
  /** Somebody recorded something: show it at once as far as it is understood, then ask how things stand. */
  async news(told) {
    for (const entry of told?.entries ?? []) {
      this.outbox.arrived(entry);
      const mine = this.model.pending.find((p) => p.id === entry.id);
      if (mine) mine.seq = entry.seq;
      else if (entry.seq > this.model.base.seq) this.model.pending.push({ id: entry.id ?? `e${entry.seq}`, seq: entry.seq, event: entry.event });
    }
    if (told?.entries?.length) { this.model.project(); this.paint(); this.tellNews(told.entries); }
    return this.refresh();
  }

  tellNews(entries) {
    const last = entries.at(-1)?.event;
    if (last?.player && !this.outbox.acts.length && entries.length < 4) this.say(this.describeEvent(last));
  }

  /** How things stand now: what was asked before this call does not count as an answer to it. */
  refresh() {
    if (this.asking) return (this.next ??= this.asking.then(() => { this.next = null; return this.refresh(); }));
    return (this.asking = this.look().finally(() => { this.asking = null; }));
  }

  async look() {
    try {
      const response = await fetch(`/t/${this.code}/state.json`, { headers: { Accept: "application/json" } });
      if (response.status === 403 || response.status === 404) { await remove("tables", this.code); location.reload(); return true; }
      if (!response.ok) return false;
      const state = await response.json();
      this.model.accept(state);
      this.plays = state.plays && !!this.sheet;
      this.paint();
      this.keep();
      return true;
    } catch { return false; }
  }

  // ── paint ────────────────────────────────────────────────────────────────
  paint() {
    const { view, base } = this.model, active = this.active();
    this.board?.paint(new Set(this.outbox.offline ? this.outbox.acts.map((a) => a.event.route) : []));
    if (this.only) this.board?.only(this.only);
    for (const p of view.players) {
      const chip = document.querySelector(`.chip[data-player="${CSS.escape(p.id)}"]`);
      if (!chip) continue;
      chip.classList.toggle("turn", p.id === active.id);
      chip.classList.toggle("next", p.id === view.turn && p.id !== active.id);
      chip.classList.toggle("low", p.low);
      chip.toggleAttribute("aria-current", p.id === active.id);
      set(chip.querySelector("[data-trains]"), p.trains);
      set(chip.querySelector("[data-points]"), p.points ?? "·");
      set(chip.querySelector(".sr"), trains(p.trains));
    }
    const notice = $("notice"), words = base.notice;
    if (notice) { notice.hidden = !words; set(notice.querySelector("span"), words); this.nextTurn(notice, view); }
    if (base.log && $("log")) this.lines(base.log);
    const undo = $("undo")?.querySelector("button");
    if (undo) undo.disabled = !base.undo && !this.outbox.waiting;
  }

  nextTurn(notice, view) {
    const next = this.model.player(view.lastRound?.left?.[0]);
    let form = notice.querySelector("form");
    if (!next || !this.plays) { form?.remove(); return; }
    if (!form) notice.append(form = h("form.small", {}, h("button.small", {}, icon("tick"), h("b"))));
    form.querySelector("button").setAttribute("aria-label", t("{player} is done", { player: next.name }));
    set(form.querySelector("b"), next.name);
  }

  lines(log) {
    const waiting = this.model.pending.filter((p) => !p.seq).reverse(), key = JSON.stringify([log, waiting.length]);
    if (this.logKey === key) return;
    this.logKey = key;
    $("log").replaceChildren(
      ...waiting.map((p) => h("li.waiting", {}, wagon(this.model.player(p.event.player)?.colour ?? "black"), h("span", {}, this.describeEvent(p.event)), h("span.num", {}, t("waiting")))),
      ...log.map((l) => h("li", {}, l.colour ? wagon(l.colour) : h("span"), h("span", {}, l.text), h("span.num", {}, l.worth))));
  }

  connected(on) {
    this.offline = !on;
    this.net();
    if (on) this.outbox.send();
  }

  /** How this phone stands: what waits for the network, what waits for an answer of its owner. */
  net() {
    const net = $("net"), { outbox } = this, { waiting } = outbox, open = outbox.refused.filter((a) => a.waited || a !== this.asked).length;
    if (!net) return;
    net.classList.toggle("waiting", waiting > 0 || !!this.offline);
    net.classList.toggle("open", open > 0);
    set(net, open ? tn("{n} to decide", "{n} to decide", open) : waiting ? tn("{n} waiting", "{n} waiting", waiting) : this.offline ? t("no network") : net.dataset.saved);
    const late = outbox.offline ? waiting : 0;
    if (late !== this.late) { this.late = late; this.paint(); }
    if (waiting && outbox.offline && !this.toldOffline) {
      this.toldOffline = true;
      const words = t("Saved on this phone. Sent when the network is back.");
      this.say(words);
      if (!$("toast")?.hidden) $("toast").querySelector("span")?.append(h("small", {}, ` ${words}`));
    }
    if (!waiting) this.toldOffline = false;
  }

  /** A sentence at the bottom, without anything to undo. */
  tell(words) {
    this.showToast(icon("lamp"), h("span", {}, words));
    this.say(words);
  }

  /** What was done, with Undo, for eight seconds. */
  toast(act) {
    const { event } = act, player = this.model.player(event.player), worth = event.route && event.type === "route_claimed" ? `, ${plus(this.model.worth(event.route))}` : "";
    this.say(this.describeEvent(event) + worth);
    this.showToast(player ? wagon(player.colour, "w") : icon("tick"), h("span", { "data-act": act.id }, this.describeEvent(event) + worth), h("button", { type: "button", onclick: () => this.undo(act) }, t("Undo")));
  }

  /** What was taken back, with the way to have it again: the wrong line is taken back as easily as the right one. */
  backToast(gone, again) {
    const words = gone ? t("Taken back: {act}", { act: gone }) : t("Taken back.");
    this.showToast(icon("undo"), h("span", {}, words), again ? h("button", { type: "button", onclick: again }, t("Put back")) : "");
    this.say(words);
  }

  /** What a journey brought only the server knows: say it as soon as it is told. */
  brought() {
    const { act, seq } = this.travelled ?? {}, line = this.model.base.log?.find((l) => l.seq === seq);
    if (!line) return;
    this.travelled = null;
    $("toast")?.querySelector(`[data-act="${CSS.escape(act)}"]`)?.append(`, ${line.worth}`);
  }

  showToast(...parts) {
    const toast = $("toast");
    if (!toast) return;
    const fresh = toast.cloneNode(false);
    fresh.hidden = false;
    fresh.append(...parts);
    toast.replaceWith(fresh);                            // a new element, so that the line of the time left runs anew
    this.fade();
    this.moved();
  }

  fade() {
    clearTimeout(this.toastTimer);
    this.toastTimer = setTimeout(() => { $("toast").hidden = true; this.moved(); }, 8000);
  }

  say(words) { set($("say"), ""); requestAnimationFrame(() => set($("say"), words)); }

  // ── words ────────────────────────────────────────────────────────────────
  describe(id) {
    const { model } = this, [, , length, colour, ferry, tunnel] = model.board.routes[id], owner = model.player(model.view.owner[id]);
    return [model.name(id), colourName(colour), tn("{n} space", "{n} spaces", length), tunnel ? t("tunnel") : "", ferry ? t("ferry") : "",
      owner ? owner.name : model.closed(id) ? t("closed") : t("free")].filter(Boolean).join(", ");
  }

  describeEvent(event) {
    const { model } = this, player = model.player(event.player)?.name ?? "";
    switch (event.type) {
      case "route_claimed": return `${player}: ${model.name(event.route)}${event.controller ? ` (${t("controller")})` : ""}`;
      case "route_dismantled": return t("{player} took up {route}", { player, route: model.name(event.route) });
      case "station_built": return t("{player}: station in {city}", { player, city: model.city(event.city) });
      case "passenger_placed": return t("{player}: passenger in {city}", { player, city: model.city(event.city) });
      case "passenger_moved": return t("{player}: journey from {city}", { player, city: model.city(event.start) });
      case "goods_colour_set": return `${t("Goods colour set: {city}", { city: model.city(event.city) })}, ${colourName(event.colour)}`;
      case "turn_taken": return t("{player}: turn without a claim", { player });
      case "tickets_kept": return t("{player} keeps tickets.", { player });
      case "tickets_revealed": return t("All tickets lie open.");
      default: return t("Taken back.");
    }
  }

  /** Keep the screen awake where the browser can (https only; plain http in the LAN simply has no such thing). */
  async wake() {
    if (!navigator.wakeLock) return;
    const hold = async () => { try { await navigator.wakeLock.request("screen"); } catch { /* battery saver */ } };
    document.addEventListener("visibilitychange", () => { if (!document.hidden) hold(); });
    hold();
  }
}

/** A short tick in the hand, where the phone can and a finger has touched the page. */
function tick(pattern) { if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate?.(pattern); }

function set(element, text) { if (element && element.textContent !== String(text)) element.textContent = text; }

new TablePage();

// The sheet at the bottom (beside the board on wide screens), and what it can hold: a route and its halves, a city, a
// player, a search, the rules in the way, a journey. The server draws the same sheets without scripts (parts/table.html).
import { h, icon, spaces, wagon } from "../shared/dom.js";
import { t, tn } from "../shared/i18n.js";

export const wide = matchMedia("(min-width: 900px) and (min-height: 501px)");
/** Whether the sheet lies beside the board and not over it: on wide screens, and on a phone that lies. */
export const beside = matchMedia("(min-width: 900px), (min-width: 560px) and (max-height: 500px)");
export const points = (n) => tn("{n} point", "{n} points", n);
export const trains = (n) => tn("{n} train", "{n} trains", n);
const controllers = (model) => tn("{n} controller left", "{n} controllers left", model.view.controllers);
const goodsLeft = (model, city) =>
  t("Goods left: {values}", { values: (model.view.stacks[city] ?? []).join(", ") || t("none") }) +
  (model.view.goodsAssumed?.includes(city) ? ` · ${t("as far as we know")}` : "");
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const COLOURS = {
  red: "red",
  blue: "blue",
  green: "green",
  yellow: "yellow",
  orange: "orange",
  purple: "purple",
  violet: "violet",
  black: "black",
  white: "white",
  gray: "grey",
};
export const colourName = (colour) => t(COLOURS[colour] ?? colour);

export class Sheet {
  constructor(element, dock, { moved, closed, left }) {
    Object.assign(this, { element, dock, moved, closed, left });
    wide.addEventListener("change", () => this.place());
    element.addEventListener("click", (e) => {
      if (e.target.closest("[data-close]")) {
        e.preventDefault();
        this.hide();
      }
    });
    element.addEventListener("keydown", (e) => {
      if (e.key === "Escape") this.hide();
    });
    this.place();
    this.drag();
    this.seen();
  }

  get open() {
    return !this.element.hidden;
  }
  place() {
    (wide.matches ? this.dock : document.body).append(this.element);
    this.moved();
  }
  height() {
    return beside.matches || !this.open || this.element.classList.contains("seek") ? 0 : this.element.offsetHeight;
  }

  show(kind, title, ...children) {
    const was = document.activeElement;
    if (!this.open) this.opener = was;
    if (this.kind === "refused" && kind !== "refused") this.left();
    this.kind = kind;
    this.element.setAttribute("aria-label", title);
    this.element.replaceChildren(
      h("span.grip", { "aria-hidden": "true" }),
      h(
        "div.top",
        {},
        h("h2", {}, title),
        h("button.iconbtn", { type: "button", "data-close": "", "aria-label": t("Close") }, icon("close")),
      ),
      ...children.flat().filter(Boolean),
    );
    this.element.classList.toggle("seek", !!this.element.querySelector("input.field"));
    this.element.hidden = false;
    document.body.classList.add("with-sheet");
    this.moved();
    const first = this.element.querySelector("[data-first]");
    (first ?? this.element).focus({ preventScroll: true });
  }

  hide(quiet = false) {
    if (!this.open) return;
    const inside = this.element.contains(document.activeElement);
    this.element.hidden = true;
    if (this.kind === "refused") this.left();
    this.kind = null;
    document.body.classList.remove("with-sheet");
    if (!quiet) this.closed();
    this.moved();
    if (inside) {
      (this.opener?.isConnected ? this.opener : document.getElementById("main")).focus({ preventScroll: true });
    }
  }

  /** Tell the styles what a keyboard leaves to be seen: it covers the page without making it smaller. */
  seen() {
    const view = window.visualViewport, { style } = document.documentElement;
    if (!view) return;
    const tell = () => {
      if (view.scale > 1.01) return; // a page that is enlarged, not a keyboard
      style.setProperty("--seen", `${Math.floor(view.height)}px`);
      style.setProperty("--above", `${Math.round(view.offsetTop)}px`);
    };
    for (const type of ["resize", "scroll"]) view.addEventListener(type, tell);
    tell();
  }

  /** A sheet that is pulled down far enough closes. */
  drag() {
    let from = null;
    this.element.addEventListener("pointerdown", (e) => {
      if (!beside.matches && e.target.closest(".grip, .top h2")) from = e.clientY;
    });
    this.element.addEventListener("pointermove", (e) => {
      if (from !== null && e.clientY - from > 60) {
        from = null;
        this.hide();
      }
    });
    for (const type of ["pointerup", "pointercancel"]) {
      this.element.addEventListener(type, () => {
        from = null;
      });
    }
  }
}

const go = (player, title, small, onclick, first = true, picture = null) =>
  h(
    `button.go.p-${player.colour}`,
    { type: "button", onclick, "data-first": first },
    picture ? icon(picture) : wagon(player.colour),
    h("span", {}, title, small ? h("br") : "", small ? h("small.num", {}, small) : ""),
  );
const plain = (title, onclick, small = "") =>
  h(
    "button.btn.wide",
    { type: "button", onclick },
    h("span", {}, title, small ? h("br") : "", small ? h("small.num", {}, small) : ""),
  );
export const link = (title, onclick, picture) =>
  h("button.link", { type: "button", onclick }, picture ? icon(picture) : "", title);

/** What tells a route apart from others between the same cities, "grey 2"; else its colour. */
export const routeMark = (model, id) => model.board.marks[id] ?? colourName(model.board.routes[id][3]);

/** A route and its parallels. `ctx` is the table page (see table.js). */
export function routeSheet(ctx, picked) {
  const { model } = ctx,
    ids = model.group(picked),
    route = model.board.routes[picked],
    [, , length, , ferry, tunnel] = route;
  const owner = model.view.owner[picked], player = ctx.active();
  const facts = [
    ids.length === 2 ? t("Double route") : ids.length > 2 ? t("Triple route") : "",
    tn("{n} space", "{n} spaces", length),
    points(model.worth(picked)),
    tunnel ? t("tunnel") : "",
    ferry ? tn("ferry, {n} locomotive", "ferry, {n} locomotives", ferry) : "",
    length <= model.board.controller?.most ? controllers(model) : "",
  ].filter(Boolean).join(" · ");
  const halves = h(
    `div.halves.n${ids.length}`,
    { role: "radiogroup", "aria-label": t("Which one?") },
    ids.map((id) => half(ctx, id, picked)),
  );
  const parts = [h("p.sub.num", {}, facts), halves];
  if (ctx.plays) parts.push(...(owner ? taken(ctx, picked, owner, player) : free(ctx, picked, player)));
  ctx.sheet.show("route", model.name(picked), ...parts);
}

function half(ctx, id, picked) {
  const { model } = ctx, route = model.board.routes[id], owner = model.player(model.view.owner[id]);
  const says = owner ? owner.name : model.closed(id) ? t("closed") : t("free");
  return h(
    `button.half.r-${route[3]}`,
    {
      type: "button",
      role: "radio",
      "aria-checked": String(id === picked),
      "data-half": id,
      onclick: () => ctx.pickRoute(id),
    },
    spaces(route, owner?.colour),
    h("b", {}, capital(routeMark(model, id))),
    h("span.num", {}, says),
    icon("tick", "tick"),
  );
}

function free(ctx, id, player) {
  const { model } = ctx,
    length = model.length(id),
    small = (p) => {
      const left = p.trains - length, gain = `+${points(model.worth(id))}`;
      return left >= 0
        ? `${gain} · ${t("{trains} left after", { trains: trains(left) })}`
        : `${gain} · ${t("only {trains} left", { trains: trains(p.trains) })}`;
    };
  const shut = model.closed(id) ? h("p.sub", {}, model.board.rules.closed) : "";
  const parts = [
    shut,
    go(player, t("Claim for {player}", { player: player.name }), small(player), () => ctx.claim(id, player.id)),
  ];
  const [other, rivals] = others(
    ctx,
    player,
    (p) => go(p, t("Claim for {player}", { player: p.name }), small(p), () => ctx.claim(id, p.id), false),
  );
  const [seldom, build] = controlled(
    ctx,
    id,
    t("{player} builds by controller", { player: player.name }),
    `${t("without cards")} · ${small(player)}`,
    () => ctx.act({ type: "route_claimed", player: player.id, route: id, controller: true }),
  );
  parts.push(
    h(
      "div.row2",
      {},
      other,
      h("a.link", { href: `/t/${ctx.code}/pay?route=${encodeURIComponent(id)}` }, t("Pay with cards")),
      seldom,
    ),
    rivals,
    build,
  );
  return parts;
}

function taken(ctx, id, ownerId, player) {
  const { model } = ctx, owner = model.player(ownerId), seq = model.view.claimedAt[id];
  const [wrong, rivals] = seq
    ? behind(
      ctx,
      t("Wrong player"),
      "swap",
      model.view.players.filter((p) => p.id !== ownerId).map((p) =>
        go(p, t("It was {player}", { player: p.name }), "", () => ctx.reassign(id, seq, p.id), false)
      ),
    )
    : ["", ""];
  const [seldom, takeUp] = ownerId === player.id ? ["", ""] : controlled(
    ctx,
    id,
    t("{player} takes this up by controller", { player: player.name }),
    `${owner.name}: −${points(model.worth(id))}, +${trains(model.length(id))}`,
    () => ctx.act({ type: "route_dismantled", player: player.id, route: id }),
  );
  return [
    seq ? plain(t("Take this claim back"), () => ctx.act({ type: "retracted", target: seq }), owner.name) : "",
    h("div.row2", {}, wrong, seldom),
    rivals,
    takeUp,
  ];
}

/** What is seldom done, or for somebody else: a link, and the buttons that it shows and hides. */
function behind(ctx, title, picture, buttons) {
  const hidden = h("div.rivals", { hidden: true }, buttons);
  return [
    link(title, (e) => {
      hidden.hidden = !hidden.hidden;
      e.currentTarget.setAttribute("aria-expanded", String(!hidden.hidden));
      ctx.sheet.moved();
    }, picture),
    hidden,
  ];
}

const others = (ctx, player, button) =>
  behind(ctx, t("For someone else"), "swap", ctx.model.view.players.filter((p) => p.id !== player.id).map(button));

/** A controller is played twice in a game: behind a link, and the button says who plays it and what it changes. */
function controlled(ctx, id, title, small, run) {
  const { model } = ctx, { controller } = model.board;
  return controller && model.length(id) <= controller.most
    ? behind(ctx, t("Play a controller"), "train", plain(title, run, small))
    : ["", ""];
}

/** A city: its stations, a station or a passenger for the active player, the routes from it. */
export function citySheet(ctx, city) {
  const { model } = ctx, { view, board } = model, player = ctx.active(), parts = [];
  const here = view.stations[city] ?? [];
  for (const id of here) parts.push(h("p.sub", {}, t("Station of {player}", { player: model.player(id).name })));
  if (board.passengers) parts.push(...goods(ctx, city));
  if (ctx.plays && board.stations && !here.length) {
    parts.push(stationButton(ctx, city, player, true));
    const [other, rivals] = others(ctx, player, (p) => stationButton(ctx, city, p, false));
    parts.push(h("div.row2", {}, other), rivals);
  }
  if (ctx.plays && board.passengers) parts.push(...passengers(ctx, city));
  const routes = Object.keys(board.routes).filter((id) => board.routes[id].slice(0, 2).includes(city));
  parts.push(list(routes.map((id) => routeItem(ctx, id))));
  ctx.sheet.show("city", model.city(city), ...parts);
}

function stationButton(ctx, city, player, first) {
  const { stations } = ctx.model.board, left = player.stations - 1, price = ctx.model.stationPrice(player, city);
  const small = `${price ? `${price} · ` : ""}−${points(stations.worth)} · ${
    tn("{n} station left after", "{n} stations left after", Math.max(0, left))
  }`;
  return go(
    player,
    t("Station for {player}", { player: player.name }),
    left >= 0 ? small : t("no stations left"),
    () => ctx.act(ctx.marked({ type: "station_built", player: player.id, city })),
    first,
    "station",
  );
}

function goods(ctx, city) {
  const { view, board } = ctx.model, colour = view.goodsColours[city];
  if (board.terminals.includes(city)) return [];
  const set = (c) => ctx.act({ type: "goods_colour_set", city, colour: c });
  const button = (c) => plain(colourName(c), () => set(c), board.passengers.tokens[c].join(", "));
  const offered = ctx.plays ? ctx.model.goodsOpen(city).map(button) : [];
  if (!colour) {
    return [
      h("p.sub", {}, t("Which colour are the goods on the printed board?")),
      ctx.plays ? h("div.choice", {}, offered) : "",
    ];
  }
  const [other, colours] = offered.length ? behind(ctx, t("Another colour of goods"), "swap", offered) : ["", ""];
  return [h("p.sub.num", {}, goodsLeft(ctx.model, city)), h("div.row2", {}, other), colours];
}

function passengers(ctx, city) {
  const { view } = ctx.model, parts = [], last = view.lastClaim;
  if (last && ctx.model.player(last[0])?.passengers > 0 && ctx.model.placesAt(last[1]).includes(city)) {
    const rider = ctx.model.player(last[0]);
    parts.push(
      go(
        rider,
        t("Passenger for {player}", { player: rider.name }),
        "",
        () => ctx.act({ type: "passenger_placed", player: rider.id, city }),
      ),
    );
  }
  for (const rider of view.players) {
    if ((view.standing[rider.id] ?? []).includes(city)) {
      parts.push(
        go(
          rider,
          t("{player}: start the journey here", { player: rider.name }),
          t("Tap the routes in the order of the journey."),
          () => ctx.startJourney(rider.id, city),
          !parts.length,
        ),
      );
    }
  }
  return parts;
}

/** After a claim on a board with passengers: put one into an end city, or not. */
export function placeSheet(ctx, player, route) {
  const { model } = ctx, free = model.placesAt(route);
  const lies = (c) => model.view.goodsColours[c] ? goodsLeft(model, c) : "";
  if (!free.length) return;
  ctx.sheet.show(
    "place",
    t("A passenger for {player}?", { player: player.name }),
    h("p.sub", {}, tn("{n} passenger to place", "{n} passengers to place", player.passengers)),
    ...free.map((city, i) =>
      go(
        player,
        model.city(city),
        lies(city),
        () => ctx.act({ type: "passenger_placed", player: player.id, city }),
        i === 0,
      )
    ),
    plain(t("No passenger"), () => ctx.sheet.hide()),
  );
}

/** A journey being tapped: the cities so far, what is missing, and the end of it. */
export function journeySheet(ctx, journey) {
  const { model } = ctx,
    player = model.player(journey.player),
    cards = model.rivals(journey.player, journey.routes),
    unknown = journey.cities.slice(1).filter((c, i, all) =>
      all.indexOf(c) === i && c !== journey.start && !model.view.goodsColours[c] && !model.board.terminals.includes(c)
    );
  const tokens = unknown.map((c) =>
    h(
      "label.token",
      {},
      h("span", {}, t("Token taken in {city}", { city: model.city(c) })),
      h(
        "select.field",
        {
          onchange: (e) => {
            journey.tokens[c] = +e.target.value;
          },
        },
        [0, ...model.tokenValues()].map((n) =>
          h("option", { value: n, selected: (journey.tokens[c] ?? 0) === n }, n === 0 ? t("none") : String(n))
        ),
      ),
    )
  );
  ctx.sheet.show(
    "journey",
    t("Journey of {player}", { player: player.name }),
    h("p.sub", {}, journey.cities.map((c) => model.city(c)).join(" → ")),
    ...tokens,
    ...(journey.routes.length
      ? []
      : (journey.offers ?? []).map((offer) => plain(offer.title, () => ctx.offeredJourney(offer), offer.way))),
    journey.routes.length
      ? go(
        player,
        t("The journey is over"),
        [
          tn("{n} route", "{n} routes", journey.routes.length),
          cards ? tn("{n} passenger card to play", "{n} passenger cards to play", cards) : "",
        ].filter(Boolean).join(" · "),
        () => ctx.endJourney(),
      )
      : h("p.sub", {}, t("Tap the first route.")),
    h(
      "div.row2",
      {},
      journey.routes.length ? link(t("Back by one route"), () => ctx.backJourney(), "undo") : "",
      link(t("Give up this journey"), () => ctx.startJourney(null)),
      ctx.rulings.journey ? h("a.link", { href: `/rulings#${ctx.rulings.journey}` }, t("Rule")) : "",
    ),
  );
}

/** A player: numbers, recording for him, showing only his routes. */
export function playerSheet(ctx, id) {
  const { model } = ctx, p = model.player(id);
  const facts = [
    trains(p.trains),
    p.points === null ? "" : points(p.points),
    model.board.stations ? tn("{n} station left", "{n} stations left", p.stations) : "",
    model.board.passengers ? tn("{n} passenger to place", "{n} passengers to place", p.passengers) : "",
    p.goods === null ? "" : t("{sum} for goods", { sum: p.goods }),
  ].filter(Boolean).join(" · ");
  const only = ctx.only === id;
  ctx.sheet.show(
    "player",
    p.name,
    h("p.sub.num", {}, facts),
    ctx.plays && ctx.active().id !== id
      ? go(p, t("Record for {player}", { player: p.name }), "", () => ctx.recordFor(id))
      : "",
    ctx.plays
      ? plain(
        t("All of {player}’s routes in a row", { player: p.name }),
        () => ctx.startRecording(id),
        t("For the end of a game: every tap claims."),
      )
      : "",
    ctx.plays
      ? plain(
        t("End the turn without a claim"),
        () => ctx.act({ type: "turn_taken", player: id }),
        t("Cards or tickets drawn"),
      )
      : "",
    ...(ctx.plays ? model.view.standing[id] ?? [] : []).map((city) =>
      plain(t("Journey from {city}", { city: model.city(city) }), () => ctx.startJourney(id, city))
    ),
    h(
      "div.row2",
      {},
      link(
        only ? t("Show everybody") : t("Show only {player}", { player: p.name }),
        () => ctx.showOnly(only ? null : id),
        "eye",
      ),
    ),
  );
}

const list = (items) => h("ul.found", {}, items.map((item) => h("li", {}, item)));

function routeItem(ctx, id) {
  const { model } = ctx, route = model.board.routes[id], owner = model.player(model.view.owner[id]);
  return h(
    "button",
    { type: "button", "data-route": id, onclick: () => ctx.pickRoute(id) },
    spaces(route, owner?.colour),
    h("span", {}, model.name(id)),
    h(
      "small.num",
      {},
      `${routeMark(model, id)}, ${tn("{n} space", "{n} spaces", route[2])} · ${
        owner ? owner.name : model.closed(id) ? t("closed") : t("free")
      }`,
    ),
  );
}

/** Type two cities (or one, for a station) and pick. */
export function searchSheet(ctx, kind, typed = "") {
  const { model } = ctx,
    station = kind === "station",
    { name: player } = ctx.active(),
    results = h("ul.found", { "aria-live": "polite" });
  const pick = (id) => station ? ctx.pickCity(id) : ctx.pickRoute(id);
  let found = [];
  const look = () => {
    const words = field.value;
    found = !words.trim() ? [] : station ? ctx.search.cities(words) : ctx.search.find(words);
    results.replaceChildren(
      ...found.slice(0, 12).map((id) =>
        h(
          "li",
          {},
          station
            ? h("button", { type: "button", onclick: () => pick(id) }, h("span", {}, model.city(id)))
            : routeItem(ctx, id),
        )
      ),
    );
    if (words.trim().length > 2 && !found.length) {
      results.append(h("li.sub", {}, t("Nothing fits. Two or three letters of each city are enough.")));
    }
    ctx.sheet.moved();
  };
  const field = h("input.field", {
    type: "text",
    "data-first": true,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: false,
    enterKeyHint: "go",
    "aria-label": station ? t("Which city?") : t("Which route?"),
    placeholder: t("for example: {words}", {
      words: Object.values(model.board.routes)[0].slice(0, station ? 1 : 2).map((city) => model.city(city).slice(0, 3))
        .join(" ").toLowerCase(),
    }),
    value: typed,
    oninput: look,
  });
  const form = h("form.find", {
    onsubmit: (e) => {
      e.preventDefault();
      if (found.length) pick(found[0]);
    },
  }, field);
  ctx.sheet.show(
    `search-${kind}`,
    station ? t("Which city?") : t("Which route?"),
    h("p.sub", {}, station ? t("Station for {player}", { player }) : t("Claim for {player}", { player })),
    form,
    results,
    h("p.sub", {}, station ? t("Or tap the city on the board.") : t("Or tap the route on the board.")),
  );
  if (typed) look();
}

/** What stands in the way: every rule, what would help, and what the table may do about it. */
export function refusedSheet(ctx, event, objections, extra = [], sides = []) {
  const items = objections.map((o) =>
    h(
      "li",
      {},
      h("p.text", {}, icon("stop"), h("span", {}, o.text)),
      o.helps ? h("p", {}, o.helps) : "",
      o.rule
        ? h(
          "p.rule",
          {},
          `${t("Rule:")} ${o.rule} `,
          ctx.rulings[o.code] ? h("a", { href: `/rulings#${ctx.rulings[o.code]}` }, t("Read more")) : "",
        )
        : "",
    )
  );
  const all = objections.every((o) => o.overrulable);
  ctx.sheet.show(
    "refused",
    ctx.describeEvent(event),
    ...sides,
    h("ul.objections", { role: "alert" }, items),
    ...extra.map(([title, run]) => plain(title, () => ctx.decided(run))),
    all && objections.length
      ? plain(
        t("We play it so"),
        () => ctx.decided(() => ctx.act({ ...event, overruled: objections.map((o) => o.code) })),
        t("The sheet will say so."),
      )
      : "",
    h("div.row2", {}, link(t("Leave it"), () => ctx.leave())),
  );
}

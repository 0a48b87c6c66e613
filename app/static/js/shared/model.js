// What lies on the table, as the server said it last, with the acts on top that it has not answered yet.
// No rules are judged here: the server does that. This only makes a tap visible at once.

/** One act on a view; unknown acts change nothing and simply wait for the server. */
function apply(view, event, board) {
  const player = view.players.find((p) => p.id === event.player);
  if (event.type === "retracted") return retract(view, event.target, board);
  if (!player) return;
  if (event.type === "route_claimed" && !view.owner[event.route]) {
    const length = board.routes[event.route][2];
    view.owner[event.route] = player.id;
    player.trains -= length;
    if (player.points !== null) player.points += board.points[length] ?? 0;
    player.low = player.trains <= board.lastAt;
    view.lastClaim = [player.id, event.route];
    if (event.controller) view.controllers = Math.max(0, view.controllers - 1);
    view.fresh.add(event.route);
  } else if (event.type === "route_dismantled" && view.owner[event.route]) {
    const owner = view.players.find((p) => p.id === view.owner[event.route]), length = board.routes[event.route][2];
    owner.trains += length;
    owner.low = owner.trains <= board.lastAt;
    view.controllers = Math.max(0, view.controllers - 1);
    if (owner.points !== null) owner.points -= board.points[length] ?? 0;
    delete view.owner[event.route];
  } else if (event.type === "station_built") {
    (view.stations[event.city] ??= []).push(player.id);
    player.stations -= 1;
  } else if (event.type === "passenger_placed") {
    (view.standing[player.id] ??= []).push(event.city);
    player.passengers -= 1;
  } else if (event.type === "passenger_moved") {
    const at = (view.standing[player.id] ?? []).indexOf(event.start);
    if (at >= 0) view.standing[player.id].splice(at, 1);
  } else if (event.type === "goods_colour_set") {
    if (view.goodsColours[event.city] !== event.colour) {
      view.stacks[event.city] = [...(board.passengers?.tokens[event.colour] ?? [])];
    }
    view.goodsColours[event.city] = event.colour;
    view.goodsAssumed = (view.goodsAssumed ?? []).filter((city) => city !== event.city);
  }
  if (["route_claimed", "route_dismantled", "station_built", "passenger_moved", "turn_taken"].includes(event.type)) {
    turn(view, event, player);
  }
}

function turn(view, event, player) {
  if (event.afterwards) return;
  view.lastTurn = 0; // its entry has no number yet
  const at = view.players.indexOf(player), next = view.players[(at + 1) % view.players.length].id;
  if (view.lastRound) {
    view.lastRound.left = view.lastRound.left.filter((id) => id !== player.id);
    view.turn = view.lastRound.left[0] ?? null;
  } else view.turn = next;
  if (!view.lastRound && player.low) {
    const ids = view.players.map((p) => p.id);
    view.lastRound = { trigger: player.id, left: [...ids.slice(at + 1), ...ids.slice(0, at), player.id] };
    view.turn = view.lastRound.left[0];
  }
}

function retract(view, target, board) {
  const route = Object.keys(view.claimedAt).find((id) => view.claimedAt[id] === target);
  if (!route || !view.owner[route]) return;
  const player = view.players.find((p) => p.id === view.owner[route]), length = board.routes[route][2];
  player.trains += length;
  if (player.points !== null) player.points -= board.points[length] ?? 0;
  player.low = player.trains <= board.lastAt;
  delete view.owner[route];
  delete view.claimedAt[route];
}

export class Model {
  constructor(board, state) {
    this.board = board;
    this.base = state;
    this.pending = []; // { id, event, seq? } not yet in the base
    this.parallels = Object.fromEntries(Object.keys(board.routes).map((id) => [id, []]));
    for (const ids of board.doubles) for (const id of ids) this.parallels[id] = ids.filter((o) => o !== id).sort();
    this.project();
  }

  project() {
    const view = structuredClone(this.base);
    view.fresh = new Set();
    for (const { event } of this.pending) apply(view, event, this.board);
    return (this.view = view);
  }

  /** Take a newer state of the server; acts that it already holds are no longer pending. */
  accept(state) {
    if (state.seq < this.base.seq) return;
    this.base = state;
    this.pending = this.pending.filter((p) => !p.seq || p.seq > state.seq);
    this.project();
  }

  closed(route) {
    return !this.view.owner[route] && this.view.players.length <= this.board.closedUpTo &&
      this.parallels[route].some((other) => this.view.owner[other]);
  }

  /** Whether no other route lies between the same two cities, so that a tap beside the line can mean no other. */
  lone(route) {
    return !this.parallels[route].length && !this.board.alongside.includes(route);
  }

  group(route) {
    return [route, ...this.parallels[route]].sort();
  }
  player(id) {
    return this.view.players.find((p) => p.id === id);
  }
  city(id) {
    return this.board.cities[id]?.n ?? id;
  }
  /** The two cities of a route, without what tells it apart from others between them. */
  name(route) {
    const mark = this.board.marks[route], name = this.board.names[route];
    return mark ? name.slice(0, -mark.length - 3) : name;
  }
  length(route) {
    return this.board.routes[route][2];
  }
  /** The colours that a city's goods are offered: the server knows which; a state kept by an older page may not say. */
  goodsOpen(city) {
    return this.view.goodsOpen?.[city] ?? Object.keys(this.board.passengers.tokens);
  }

  /** The end cities of a route into which a passenger may be put now. */
  placesAt(route) {
    return this.board.routes[route].slice(0, 2).filter((city) =>
      !this.board.terminals.includes(city) && !this.standsIn(city)
    );
  }

  /** What a player's next station would cost in a city, in the server's words; empty where none is left. */
  stationPrice(player, city) {
    const { stations } = this.board,
      price = player.stations > 0 ? stations.price[stations.count - player.stations] : null;
    return price ? price.in[city] ?? price.says : "";
  }

  /** The values that goods tokens have in this box, the lowest first. */
  tokenValues() {
    return [...new Set(Object.values(this.board.passengers.tokens).flat())].sort((a, b) => a - b);
  }

  standsIn(city) {
    return this.view.players.find((p) => (this.view.standing[p.id] ?? []).includes(city));
  }
  rivals(player, routes) {
    return routes.filter((r) => this.view.owner[r] !== player).length;
  }
  worth(route) {
    return this.board.points[this.length(route)] ?? 0;
  }
}

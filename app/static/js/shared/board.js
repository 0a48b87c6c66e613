// The board in the page: paints a view of the model by classes, finds what a finger meant.
const REACH = 22; // pixels round a tap in which the nearest route is meant

export class Board {
  constructor(svg, model) {
    this.svg = svg;
    this.model = model;
    this.routes = new Map([...svg.querySelectorAll("[data-r]")].map((g) => [g.dataset.r, g]));
    this.cities = new Map([...svg.querySelectorAll("[data-c]")].map((g) => [g.dataset.c, g]));
    // The page comes painted, and in words of its own; only what has changed since is painted again.
    this.shown = new Map([...this.routes].map(([id, g]) => [id, ownerOf(g)]));
  }

  /** Points along every route and the dot of every city, measured once, when the first finger comes. */
  measure() {
    if (this.points) return this.points;
    this.points = [...this.routes].map(([id, g]) => {
      const line = g.querySelector(".hit"),
        length = line?.getTotalLength?.() ?? 0,
        n = Math.max(2, Math.ceil(length / 10));
      return [id, Array.from({ length: n + 1 }, (_, i) => line.getPointAtLength(length * i / n))];
    });
    return this.points;
  }

  dot(city) {
    const dot = this.cities.get(city)?.querySelector(".dot");
    return dot ? [+dot.getAttribute("cx"), +dot.getAttribute("cy")] : null;
  }

  middle(route) {
    const found = this.measure().find(([id]) => id === route), p = found?.[1][found[1].length >> 1];
    return p ? [p.x, p.y] : [0, 0];
  }

  /** What a tap at (x, y) means, with k pixels a unit: { route } or { city } or nothing. */
  at(x, y, k, wantsCity) {
    let best = { far: REACH }, city = { far: wantsCity ? 30 : 15 };
    for (const [id, points] of this.measure()) {
      for (let i = 1; i < points.length; i++) {
        const far = segment(x, y, points[i - 1], points[i]) * k;
        if (far < best.far) best = { far, route: id };
      }
    }
    for (const id of this.cities.keys()) {
      const dot = this.dot(id);
      if (!dot) continue;
      const far = Math.hypot(dot[0] - x, dot[1] - y) * k;
      if (far < city.far) city = { far, city: id };
    }
    // A dot is a small target between many routes: it wins when it is clearly meant, or when a city is asked for. Far
    // off, where a whole route is no longer than a fingertip, only the dot itself is meant.
    return city.city && (wantsCity || city.far < best.far + 4 || city.far < Math.max(5, Math.min(9, 16 * k)))
      ? city
      : best.route
      ? best
      : {};
  }

  /** Paint a view: owners, closed halves, stations. Only what changed touches the page. */
  paint(waiting = new Set()) {
    const { view } = this.model, colour = (id) => this.model.player(id)?.colour;
    for (const [id, g] of this.routes) {
      g.classList.toggle("waiting", waiting.has(id));
      const owner = view.owner[id], state = owner ? `p-${colour(owner)}` : this.model.closed(id) ? "closed" : "";
      if (this.shown.get(id) === state) continue;
      this.shown.set(id, state);
      own(g, "claimed", owner ? colour(owner) : null);
      g.classList.toggle("closed", state === "closed");
      g.classList.toggle("arriving", !!owner);
      g.setAttribute("aria-label", this.model.describe(id));
      const title = g.querySelector("title");
      if (title) title.textContent = this.model.describe(id);
    }
    for (const [id, g] of this.cities) {
      const here = view.stations[id] ?? [], paint = here.map(colour).join(" ");
      const riders = view.players.filter((p) => (view.standing[p.id] ?? []).includes(id)).map((p) => p.colour).join(
        " ",
      );
      const lies = view.goodsColours[id],
        top = lies ? view.stacks[id]?.[0] ?? "–" : "",
        look = `${paint}|${riders}|${lies ?? ""}${top}`;
      if ((g.dataset.shown ?? "||") === look) continue;
      g.dataset.shown = look;
      if (this.model.board.passengers) goods(g, lies, top, this.dot(id));
      own(g, "has-station", here.length ? colour(here[0]) : null);
      passenger(g, riders.split(" ")[0] || null, this.dot(id));
    }
  }

  /** Mark what is picked; a route's other half is marked at half strength, its end cities turn dark. */
  pick(route) {
    for (const g of this.svg.querySelectorAll(".picked, .sibling, .city.end")) {
      g.classList.remove("picked", "sibling", "end");
    }
    if (!route) return;
    this.routes.get(route)?.classList.add("picked");
    for (const other of this.model.parallels[route]) this.routes.get(other)?.classList.add("sibling");
    for (const end of this.model.board.routes[route].slice(0, 2)) this.cities.get(end)?.classList.add("end");
  }

  pickCity(city) {
    this.pick(null);
    this.cities.get(city)?.classList.add("end");
  }

  /** Show only one player's routes; nobody: all of them. */
  only(player) {
    this.svg.classList.toggle("filtered", !!player);
    for (const [id, g] of this.routes) g.classList.toggle("dim", !!player && this.model.view.owner[id] !== player);
    for (const [id, g] of this.cities) {
      const on = !player ||
        [...this.routes.keys()].some((r) =>
          this.model.view.owner[r] === player && this.model.board.routes[r].slice(0, 2).includes(id)
        );
      g.classList.toggle("dim", !on);
    }
  }

  /** The routes of a journey in the order they were tapped. */
  lit(routes) {
    for (const [id, g] of this.routes) g.classList.toggle("lit", routes.includes(id));
  }
}

function segment(x, y, p, q) {
  const dx = q.x - p.x,
    dy = q.y - p.y,
    along = Math.max(0, Math.min(1, ((x - p.x) * dx + (y - p.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - p.x - along * dx, y - p.y - along * dy);
}

const PAINTS = ["red", "blue", "green", "yellow", "black", "white", "violet"].map((c) => `p-${c}`);

const ownerOf = (g) =>
  g.classList.contains("claimed")
    ? PAINTS.find((paint) => g.classList.contains(paint))
    : g.classList.contains("closed")
    ? "closed"
    : "";

/** Give a route or a city to a player, or to nobody. */
function own(g, state, colour) {
  g.classList.remove(...PAINTS);
  g.classList.toggle(state, !!colour);
  if (colour) g.classList.add(`p-${colour}`);
  dress(g);
}

/** What lies on a route or in a city follows from its classes: wagons in the owner's pattern, or free spaces; a house. */
function dress(g) {
  const colour = PAINTS.find((paint) => g.classList.contains(paint))?.slice(2);
  if (g.dataset.w) {
    for (const use of g.querySelectorAll("use:not(.cross)")) {
      use.dataset.k ??= use.getAttribute("href").slice(1);
      use.setAttribute(
        "href",
        `#${colour && g.classList.contains("claimed") ? painted(g.dataset.w, colour) : use.dataset.k}`,
      );
    }
  } else if (colour && g.classList.contains("has-station")) {
    g.querySelector(".house").setAttribute("href", `#${painted("house", colour)}`);
  }
}

/** Take over what lies on another drawing of the same board, so that this one can stay where it is. */
export function takeOver(fresh) {
  for (const group of fresh.querySelectorAll("[data-r], [data-c]")) {
    const here = document.getElementById(group.id);
    for (const name of ["class", "href", "aria-label"]) {
      if (group.hasAttribute(name)) here.setAttribute(name, group.getAttribute(name));
    }
    dress(here);
  }
}

/** The id of a shape in an owner's pattern, put together when it is wanted for the first time. */
function painted(kind, colour) {
  const id = `${kind}-${colour}`;
  if (!document.getElementById(id)) {
    const bare = document.getElementById(kind),
      shape = bare.cloneNode(true),
      pattern = document.getElementById(`${bare.dataset.p}-${colour}`)?.cloneNode();
    shape.id = id;
    pattern?.removeAttribute("id");
    shape.append(...pattern ? [pattern] : []);
    bare.after(shape);
  }
  return id;
}

function passenger(g, colour, dot) {
  g.querySelector(".passenger")?.remove();
  if (!colour || !dot) return;
  const figure = document.createElementNS("http://www.w3.org/2000/svg", "g");
  figure.setAttribute("class", `passenger p-${colour}`);
  figure.setAttribute("transform", `translate(${dot[0]} ${dot[1]})`);
  figure.innerHTML = '<circle cx="0" cy="-15" r="6"/><path d="M-9 6v-6a9 9 0 0 1 18 0v6z"/>';
  g.append(figure);
}

/** The goods of a city on its dot: the colour, and the token that the next passenger takes. */
function goods(g, colour, top, dot) {
  g.querySelector(".goods")?.remove();
  if (!colour || !dot) return;
  const token = document.createElementNS("http://www.w3.org/2000/svg", "g");
  token.setAttribute("class", `goods p-${colour}${top === "–" ? " none" : ""}`);
  token.setAttribute("transform", `translate(${dot[0]} ${dot[1]})`);
  token.innerHTML = `<circle r="10.5"/><text y="5">${top}</text>`;
  g.querySelector(".dot").after(token);
}

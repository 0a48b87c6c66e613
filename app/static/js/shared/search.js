// Finding routes and cities by what somebody types; the keys come from the server, folded in the same way
// (app/words/search.py): "ber war", «бер вар», Wien, Vienna, «Вена».
const LATIN = Object.fromEntries(
  [..."абвгдежзийклмнопрстуфхцчшщъыьэюя"].map((
    c,
    i,
  ) => [
    c,
    [
      "a",
      "b",
      "v",
      "g",
      "d",
      "e",
      "zh",
      "z",
      "i",
      "i",
      "k",
      "l",
      "m",
      "n",
      "o",
      "p",
      "r",
      "s",
      "t",
      "u",
      "f",
      "h",
      "c",
      "ch",
      "sh",
      "sch",
      "",
      "y",
      "",
      "e",
      "yu",
      "ya",
    ][i],
  ]),
);
const SAME = [
  ["ph", "f"],
  ["ck", "k"],
  ["w", "v"],
  ["y", "i"],
  ["j", "i"],
  ["tz", "c"],
  ["ts", "c"],
  ["kh", "h"],
  ["x", "ks"],
  ["q", "k"],
  ["ß", "ss"],
];

export function fold(text) {
  const plain = text.toLowerCase().replace(/ё/g, "е").replace(/й/g, "и").normalize("NFD").replace(/\p{M}/gu, "")
    .replace(/ø/g, "o").replace(/ł/g, "l").replace(/['’]/g, "").replace(/_/g, " ");
  return (plain.match(/[\p{L}\p{N}]+/gu) || []).join(" ");
}

export function latin(text) {
  let out = [...text].map((c) => LATIN[c] ?? c).join("");
  for (const [a, b] of SAME) out = out.replaceAll(a, b);
  return out;
}

function fits(typed, keys) {
  const words = typed.split(" ");
  return keys.some((key) => {
    const parts = key.split(" ");
    for (let s = 0; s + words.length <= parts.length; s++) {
      if (words.every((w, i) => parts[s + i].startsWith(w))) return true;
    }
    return false;
  });
}

/** The search over one board: `cities` maps ids to { n: name, k: "key | key" }, `routes` ids to [a, b, …]. */
export class Search {
  constructor(cities, routes) {
    this.keys = new Map(Object.entries(cities).map(([id, city]) => [id, city.k.split(" | ")]));
    this.routes = routes;
  }

  cities(query) {
    const typed = fold(query);
    if (!typed) return [];
    const forms = [...new Set([typed, latin(typed)])];
    const found = [...this.keys.keys()].filter((id) => forms.some((f) => fits(f, this.keys.get(id))));
    const late = (id) => !this.keys.get(id).some((k) => forms.some((f) => k.startsWith(f)));
    return found.sort((a, b) => late(a) - late(b) || (a < b ? -1 : 1));
  }

  /** Routes between two typed cities; with one city, all its routes. */
  find(query) {
    const words = query.trim().split(/[\s,–—/]+|-/u).filter(Boolean), found = new Set();
    for (let cut = 1; cut < words.length; cut++) {
      const left = new Set(this.cities(words.slice(0, cut).join(" "))),
        right = new Set(this.cities(words.slice(cut).join(" ")));
      for (const [id, [a, b]] of Object.entries(this.routes)) {
        if ((left.has(a) && right.has(b)) || (left.has(b) && right.has(a))) found.add(id);
      }
    }
    if (found.size) return [...found];
    const here = new Set(this.cities(words.join(" ")));
    return Object.keys(this.routes).filter((id) => here.has(this.routes[id][0]) || here.has(this.routes[id][1]));
  }
}

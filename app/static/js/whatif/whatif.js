// What if: every tap is an address. The page fetches what changed and keeps the board where it is.
// Without this file the same links load the page again. Where a hand is counted, tickets.js holds its shutter.
import { Board, takeOver } from "../shared/board.js";
import { request } from "../shared/net.js";
import { PanZoom } from "../shared/panzoom.js";

document.documentElement.classList.add("js");
const page = document.getElementById("list");
const shutter = document.getElementById("shutter");
const closed = () => shutter && !shutter.hidden && !shutter.classList.contains("up");
const handOf = (url) => new URL(url, location.href).searchParams.get("hand");
let camera, shape;

function watch() {
  const map = page.querySelector("[data-board]"), svg = map?.querySelector("svg");
  if (!svg) return;
  const [x, , w, h] = svg.getAttribute("viewBox").split(" ").map(Number);
  map.classList.add("zooms");
  map.style.setProperty("--wide", w / h); // a board as high as its frame leaves no bands beside it
  map.tabIndex = -1;
  shape = new Board(svg, null);
  camera = new PanZoom(map, svg, {
    size: { w: w + 2 * x, h: h + 2 * x },
    margin: -x,
    onTap: (event) => {
      const hit = shape.at(...camera.point(event.clientX, event.clientY), camera.k, false);
      const link = hit.route ? shape.routes.get(hit.route) : hit.city ? shape.cities.get(hit.city) : null;
      if (link) go(link.getAttribute("href"));
    },
  });
  svg.setAttribute("preserveAspectRatio", "xMidYMid slice");
  camera.fit(true);
  // A finger or mouse is understood by onTap; the keyboard opens the link itself.
  map.addEventListener("click", (event) => {
    if (event.detail) event.preventDefault();
  });
}

function mark(url) {
  if (!shape) return;
  const at = new URL(url, location.href).searchParams;
  for (const group of shape.svg.querySelectorAll(".picked")) group.classList.remove("picked");
  shape.routes.get(at.get("route"))?.classList.add("picked");
}

function redraw(fresh) {
  takeOver(fresh.querySelector("[data-board]"));
  const board = page.querySelector("[data-board]");
  fresh.querySelector("[data-board]").replaceWith(board);
  page.replaceChildren(...fresh.childNodes);
}

let latest = 0;
async function go(url, { quiet = false } = {}) {
  const mine = ++latest;
  try {
    const at = new URL(url, location.href);
    at.searchParams.delete("show");
    url = at.href;
    at.searchParams.append("part", "1");
    const answer = await request(at, { headers: { Accept: "text/html" }, cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    const box = document.createElement("template");
    box.innerHTML = await answer.text();
    if (mine !== latest || closed()) return;
    page.dataset.part = at.href;
    const focus = document.activeElement?.closest?.("#picked, #changes");
    redraw(document.importNode(box.content, true));
    mark(url);
    if (!quiet) history.pushState(null, "", url);
    if (focus) document.querySelector("#picked a, #changes a")?.focus({ preventScroll: true });
  } catch {
    if (!quiet) location.assign(url);
  }
}

page.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-go]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.href);
});
page.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-form]");
  if (!form || form.elements.a) return; // typed tickets are read by the server, which sends on
  event.preventDefault();
  go(`${form.action}?${new URLSearchParams(new FormData(form))}`);
});
page.addEventListener("focusin", (event) => {
  if (event.target.matches("input[readonly]")) event.target.select();
});
// Another hand, or one whose shutter is down, begins with the shutter.
const hand = handOf(location.href);
addEventListener("popstate", () => {
  if (closed() || handOf(location.href) !== hand) location.reload();
  else go(location.href, { quiet: true });
});
page.addEventListener("filled", () => {
  watch();
  mark(location.href);
});
setInterval(() => {
  if (!document.hidden && !closed() && page.querySelector("[data-running]")) go(location.href, { quiet: true });
}, 2000);

watch();
mark(location.href);

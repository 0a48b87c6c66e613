// Walking a trail on the board: a step changes classes on the board that is already there, so zoom and place stay.
// Without this file each step is a page of its own.
import { PanZoom } from "./panzoom.js";

const walk = document.getElementById("walk");
const map = walk.querySelector(".walk-board");
const board = map.querySelector("svg");

if (board) {
  const [x, y, w, h] = board.getAttribute("viewBox").split(" ").map(Number);
  map.classList.add("zooms");
  map.tabIndex = -1;
  const camera = new PanZoom(map, board, { size: { w: w + 2 * x, h: h + 2 * y }, margin: -x });
  board.setAttribute("preserveAspectRatio", "xMidYMid slice");
  camera.fit(true);
  addEventListener("resize", () => { camera.forget(); camera.fit(true); });
}

function redraw(fresh) {
  for (const group of fresh.querySelectorAll(".walk-board [data-r], .walk-board [data-c]")) {
    const here = document.getElementById(group.id);
    if (here.getAttribute("class") === group.getAttribute("class")) continue;
    here.setAttribute("class", group.getAttribute("class"));
    if (group.dataset.c) here.innerHTML = group.innerHTML;
  }
  for (const part of [".stepper", "ol.walk"]) walk.querySelector(part).replaceWith(fresh.querySelector(part));
}

async function go(url) {
  const rel = document.activeElement?.getAttribute?.("rel");
  try {
    const at = new URL(url, location.href);
    at.searchParams.set("part", "1");
    const answer = await fetch(at, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const box = document.createElement("template");
    box.innerHTML = await answer.text();
    redraw(box.content);
    if (rel) (walk.querySelector(`[rel="${rel}"]`) ?? walk.querySelector("[rel]"))?.focus({ preventScroll: true });
    history.replaceState(null, "", url);
  } catch {
    location.assign(url);
  }
}

walk.addEventListener("click", (event) => {
  const link = event.target.closest("a[rel]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.href);
});
document.addEventListener("keydown", (event) => {
  const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  const link = rel && !map.contains(event.target) && walk.querySelector(`a[rel="${rel}"]`);
  if (link) { event.preventDefault(); go(link.href); }
});

// Walking a trail on the board: a step changes classes on the board that is already there, so zoom and place stay as
// long as the stop can be read where it is; on a phone the board comes to it.
// Without this file each step is a page of its own.
import { frame } from "../shared/framing.js";
import { request } from "../shared/net.js";
import { PanZoom } from "../shared/panzoom.js";

const walk = document.getElementById("walk");
const map = walk.querySelector(".walk-board");
const board = map.querySelector("svg");

let camera = null;

/** The trail with the plates of its ends. */
const show = () =>
  frame(camera, board.querySelectorAll(".route.lit .hit, .route.out .hit, .route.loan .hit, .city.on, .city.end"));

/** Bring the stop that was reached and the one before into view, where they are outside or too small. */
function follow() {
  if (!camera || !walk.querySelector(".stepper a[rel='prev']")) return;
  const dots = [...board.querySelectorAll(".city.end .dot, .city.left .dot")].map((dot) =>
    ["cx", "cy"].map((name) => Number(dot.getAttribute(name)))
  );
  if (!dots.length) return;
  const room = camera.box(),
    low = [0, 1].map((i) => Math.min(...dots.map((dot) => dot[i]))),
    high = [0, 1].map((i) => Math.max(...dots.map((dot) => dot[i])));
  const k = Math.min(.5, room.width / (high[0] - low[0] + 140), room.height / (high[1] - low[1] + 110));
  const seen = dots.every(([x, y]) =>
    Math.abs(x - camera.x) * camera.k < room.width / 2 - 50 && Math.abs(y - camera.y) * camera.k < room.height / 2 - 40
  );
  if (seen && camera.k >= .9 * k) return;
  camera.look((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, k);
  camera.hold();
}

if (board) {
  const [x, y, w, h] = board.getAttribute("viewBox").split(" ").map(Number);
  map.classList.add("zooms");
  map.style.setProperty("--wide", w / h); // a board as high as its frame leaves no bands beside it
  map.tabIndex = -1;
  camera = new PanZoom(map, board, { size: { w: w + 2 * x, h: h + 2 * y }, margin: -x });
  board.setAttribute("preserveAspectRatio", "xMidYMid slice");
  show();
  follow();
  addEventListener("resize", () => {
    camera.forget();
    show();
    follow();
  });
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
    const answer = await request(at, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const box = document.createElement("template");
    box.innerHTML = await answer.text();
    redraw(box.content);
    follow();
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
  if (link) {
    event.preventDefault();
    go(link.href);
  }
});

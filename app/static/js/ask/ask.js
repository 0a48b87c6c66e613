// Asking the table: boards that zoom, cards that are found by typing, and searches whose answers come in by themselves.
// Everything works without this file too: then the page is loaded again.
import { frame } from "../shared/framing.js";
import { request } from "../shared/net.js";
import { PanZoom } from "../shared/panzoom.js";
import { fold, latin } from "../shared/search.js";

document.documentElement.classList.add("js");

function zoom(map) {
  const board = map.querySelector("svg");
  if (!board) return;
  const [x, y, w, h] = board.getAttribute("viewBox").split(" ").map(Number);
  map.classList.add("zooms");
  map.style.setProperty("--wide", w / h); // a board as high as its frame leaves no bands beside it
  map.tabIndex = -1;
  const camera = new PanZoom(map, board, { size: { w: w + 2 * x, h: h + 2 * y }, margin: -x });
  board.setAttribute("preserveAspectRatio", "xMidYMid slice");
  const show = () =>
    frame(camera, board.querySelectorAll(".city.end, .route.lit .hit, .route.plan .hit, .route.loan .hit, .cordon"));
  show();
  addEventListener("resize", () => {
    if (!map.isConnected) return;
    camera.forget();
    show();
  });
}
const zoomAll = () => document.querySelectorAll("[data-zoom]").forEach(zoom);
zoomAll();
document.getElementById("list")?.addEventListener("filled", zoomAll);

// ── cards just drawn ───────────────────────────────────────────────────────
const begins = (words, typed) => {
  const free = words.split(" ");
  return typed.every((part) => {
    const at = free.findIndex((word) => word.startsWith(part));
    if (at >= 0) free.splice(at, 1);
    return at >= 0;
  });
};

document.addEventListener("input", (event) => {
  if (event.target.id !== "draw-q") return;
  const forms = [fold(event.target.value), latin(fold(event.target.value))].map((form) =>
    form.split(" ").filter(Boolean)
  );
  const asked = forms[0].length > 0;
  for (const row of document.querySelectorAll("#draw-cards li")) {
    row.hidden = asked && !row.querySelector(":checked") && !forms.some((typed) => begins(row.dataset.w, typed));
  }
});

// ── searches that go on ────────────────────────────────────────────────────
// Only the parts that still wait are put in place: what somebody is typing or has opened stays as it is.
const PARTS = ["#together", "#most", "#kept"];
let asking = false;

async function again() {
  const list = document.getElementById("list"), running = document.querySelector("[data-running]");
  if (asking || !running || document.hidden || document.getElementById("shutter")?.hidden === false) return;
  // The answer about drawn cards belongs to a form: send the same form again.
  const form = running.closest("#kept") && document.querySelector("form.drawcards");
  asking = true;
  try {
    const body = form && new FormData(form);
    body?.append("part", "1");
    const answer = await request(form?.action ?? list?.dataset.part ?? location.href, {
      method: form ? "POST" : "GET",
      body: body || undefined,
      headers: { Accept: "text/html" },
      cache: "no-store",
    });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of PARTS) {
      const here = document.querySelector(part), there = fresh.querySelector(part);
      if (here?.querySelector("[data-running]") && there) here.replaceWith(document.adoptNode(there));
    }
  } catch {
    // no network: the next try may find one
  } finally {
    asking = false;
  }
}
setInterval(again, 2000);

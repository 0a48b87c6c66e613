// The log step by step: a step changes what lies on the board that is already there, so zoom and place stay.
// Without this file each step is a page of its own.
import { takeOver } from "../shared/board.js";
import { timeOfDay } from "../shared/i18n.js";
import { request } from "../shared/net.js";
import { PanZoom } from "../shared/panzoom.js";

const page = document.getElementById("history");
const map = page.querySelector("[data-board]"), board = map.querySelector("svg");
const [x, y, w, h] = board.getAttribute("viewBox").split(" ").map(Number);
map.classList.add("zooms");
map.style.setProperty("--wide", w / h); // a board as high as its frame leaves no bands beside it
map.tabIndex = -1;
const camera = new PanZoom(map, board, { size: { w: w + 2 * x, h: h + 2 * y }, margin: -x });
board.setAttribute("preserveAspectRatio", "xMidYMid slice");
camera.fit(true);
addEventListener("resize", () => {
  camera.forget();
  camera.fit(true);
});

function times() {
  const date = new Intl.DateTimeFormat(document.documentElement.lang, {
    day: "numeric",
    month: "long",
    year: "numeric",
  });
  for (const time of page.querySelectorAll("time[datetime]")) {
    const at = new Date(time.dateTime);
    if (!Number.isNaN(at.getTime())) {
      const { day, month, year } = Object.fromEntries(date.formatToParts(at).map((part) => [part.type, part.value]));
      time.textContent = `${day} ${month} ${year}, ${timeOfDay(at)}`;
    }
  }
}

function redraw(fresh) {
  takeOver(fresh.querySelector("[data-board]"));
  fresh.querySelector("[data-board]").replaceWith(page.querySelector("[data-board]"));
  page.replaceChildren(...fresh.childNodes);
  times();
}

let latest = 0;
async function go(url, quiet = false) {
  const mine = ++latest, rel = document.activeElement?.getAttribute?.("rel");
  try {
    const at = new URL(url, location.href);
    at.searchParams.set("part", "1");
    const answer = await request(at, { headers: { Accept: "text/html" }, cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    const box = document.createElement("template");
    box.innerHTML = await answer.text();
    if (mine !== latest) return;
    redraw(document.importNode(box.content, true));
    if (rel) page.querySelector(`a[rel="${rel}"][href]`)?.focus({ preventScroll: true });
    if (!quiet) history.replaceState(null, "", url);
  } catch {
    if (!quiet) location.assign(url);
  }
}

page.addEventListener("click", (event) => {
  const link = event.target.closest("a[rel][href], .row2 a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.href);
});
document.addEventListener("keydown", (event) => {
  const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  const link = rel && !event.target.closest("input, [data-board]") && page.querySelector(`a[rel="${rel}"][href]`);
  if (link) {
    event.preventDefault();
    go(link.href);
  }
});
times();

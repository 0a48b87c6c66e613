// The ticket window: a shutter that is held open with the thumb, and cards that are added without leaving the page.
// Everything works without this file too: then the shutter opens and closes by a form and a link. Whatever stands behind
// the shutter of another page hears "filled" from the list when it was fetched.
import { filled, request } from "../shared/net.js";
import { fold, latin } from "../shared/search.js";

const shutter = document.getElementById("shutter");
const list = document.getElementById("list");
const hold = document.getElementById("hold");
const keep = document.getElementById("keep");
const page = document.getElementById("window");
const idle = Number(shutter.dataset.seconds) * 1000;
let kept = !shutter.hidden ? false : true;
let timer = 0;
let generation = 0;

// With this file no address opens a window by itself: what the browser remembers leads to the shutter.
const address = new URL(location.href);
if (idle && address.searchParams.has("show")) {
  address.searchParams.delete("show");
  history.replaceState(history.state, "", address);
}

for (const part of shutter.querySelectorAll("[data-js]")) part.hidden = false;
document.documentElement.classList.add("js");

function down() {
  kept = false;
  clearTimeout(timer);
  generation += 1;
  shutter.hidden = false;
  shutter.classList.remove("up");
  page.inert = true;
  // Nothing secret stays in the page behind the shutter: whoever looks again fetches it again.
  setTimeout(() => {
    if (!kept && !shutter.classList.contains("up")) list.replaceChildren();
  }, 450);
}

function wait() {
  clearTimeout(timer);
  if (idle) timer = setTimeout(down, idle);
}

async function fill() {
  const mine = generation;
  const answer = await request(list.dataset.part, { headers: { Accept: "text/html" }, cache: "no-store" });
  if (!answer.ok || mine !== generation) return false;
  show(await answer.text());
  return true;
}

function show(html) {
  list.innerHTML = html;
  prepare();
  list.dispatchEvent(new Event("filled"));
}

async function lift() {
  generation += 1;
  shutter.classList.add("up");
  page.inert = false;
  wait();
  if (!list.firstElementChild) await fill().catch(down);
}

async function open() {
  await lift();
  if (!shutter.classList.contains("up")) return;
  kept = true;
  shutter.hidden = true;
  shutter.classList.remove("up");
  document.getElementById("main").focus({ preventScroll: true });
}

hold.addEventListener("pointerdown", (event) => {
  hold.setPointerCapture(event.pointerId);
  lift();
});
for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
  hold.addEventListener(end, () => {
    if (!kept) down();
  });
}
hold.addEventListener("contextmenu", (event) => event.preventDefault());
hold.addEventListener("keydown", (event) => {
  if ((event.key === " " || event.key === "Enter") && !event.repeat) lift();
});
hold.addEventListener("keyup", () => {
  if (!kept) down();
});
hold.addEventListener("blur", () => {
  if (!kept && shutter.classList.contains("up")) down();
});
keep.addEventListener("submit", (event) => {
  event.preventDefault();
  open();
});
document.getElementById("cover").addEventListener("click", (event) => {
  event.preventDefault();
  down();
  hold.focus();
});
// Once the tickets are revealed there is nothing left to hide: then only the button in the head closes the shutter.
if (idle) {
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) down();
  });
  addEventListener("pagehide", down);
}
for (const sign of ["pointerdown", "keydown", "input", "scroll"]) {
  document.addEventListener(sign, () => {
    if (kept) wait();
  }, { passive: true });
}

// ── adding and removing ────────────────────────────────────────────────────
function begins(words, typed) {
  const free = words.split(" ");
  return typed.every((part) => {
    const at = free.findIndex((word) => word.startsWith(part));
    if (at < 0) return false;
    free.splice(at, 1);
    return true;
  });
}

function prepare() {
  const field = list.querySelector("#ticket-q");
  const cards = list.querySelector("#cards");
  if (field && cards) {
    const rows = [...cards.querySelectorAll("li[data-w]")];
    const none = document.createElement("li");
    none.className = "empty";
    none.textContent = cards.dataset.none;
    none.hidden = true;
    cards.append(none);
    const filter = () => {
      const forms = [fold(field.value), latin(fold(field.value))].map((form) =>
        form.split(" ").filter(Boolean).sort((a, b) => b.length - a.length)
      );
      const asked = forms[0].length > 0;
      let shown = 0;
      for (const row of rows) {
        row.hidden = asked && !forms.some((typed) => begins(row.dataset.w, typed));
        shown += row.hidden ? 0 : 1;
      }
      none.hidden = shown > 0;
      cards.classList.toggle("asked", asked);
    };
    field.addEventListener("input", filter);
    field.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const left = rows.filter((row) => !row.hidden && !row.classList.contains("held"));
      if (left.length === 1) left[0].querySelector("button").click();
    });
    filter();
  }
  for (const form of list.querySelectorAll("form.act")) form.addEventListener("submit", send);
}

// Cards that are tapped quickly go one after the other; the page of the last one shows them all.
let line = Promise.resolve();
let waiting = 0;
const troubles = new Set();

function send(event) {
  event.preventDefault();
  const form = event.currentTarget;
  const body = filled(form, event.submitter);
  body.append("part", "1");
  const search = list.querySelector("#ticket-q") === document.activeElement || event.submitter?.name === "ticket";
  const mine = generation;
  waiting += 1;
  line = line.then(() => post(form.action, body, mine, search));
}

async function post(action, body, mine, search) {
  let html = "";
  try {
    const answer = await request(action, { method: "POST", body, headers: { Accept: "text/html" } });
    html = await answer.text();
    if (!answer.ok && waiting > 1) {
      troubles.add(new DOMParser().parseFromString(html, "text/html").querySelector(".said, .lead")?.textContent);
    }
  } catch {
    html = "";
    troubles.add(list.dataset.failed);
  }
  waiting -= 1;
  if (mine !== generation) troubles.clear();
  if (mine !== generation || waiting) return;
  if (html) {
    show(html);
    if (search) {
      const field = list.querySelector("#ticket-q");
      field?.scrollIntoView({ block: "start" });
      field?.focus({ preventScroll: true });
    }
  }
  for (const words of troubles) if (words) tell(words);
  troubles.clear();
}

function tell(words) {
  const note = document.createElement("p");
  note.className = "notice said";
  note.setAttribute("role", "alert");
  note.textContent = words;
  list.prepend(note);
}

if (kept) {
  prepare();
  wait();
} else page.inert = true;

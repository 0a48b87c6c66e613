// A control that has to be held for a second: what it does cannot be undone. Without this file, and for a screen reader,
// it is a link to a page that asks once more. Holding asks for that same page meanwhile and sends its form at the end.
import { request } from "./net.js";

const HOLD = 1000; // ms that it is held
const DEAF = 600; // ms after the page opened in which nothing counts
const READ = 650; // ms that the server wants between its page and the answer
const opened = performance.now();

async function question(href) {
  const answer = await request(href, { headers: { Accept: "text/html" }, cache: "no-store" });
  const form = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("form[data-confirm]");
  return { form, at: performance.now() };
}

function arm(link) {
  let timer = 0;
  let round = 0;
  let byHand = 0; // when a finger or a key last touched it
  const stop = () => {
    clearTimeout(timer);
    round += 1;
    link.classList.remove("held");
  };

  async function done(asked, mine) {
    let found = null;
    try {
      found = await asked;
    } catch { /* no network: the page says so */ }
    if (mine !== round) return;
    if (!found?.form) {
      location.assign(link.href);
      return;
    }
    await new Promise((go) => setTimeout(go, Math.max(0, found.at + READ - performance.now())));
    if (mine !== round) return;
    found.form.hidden = true;
    document.body.append(document.adoptNode(found.form));
    found.form.submit();
  }

  function start() {
    byHand = performance.now();
    if (byHand - opened < DEAF || link.classList.contains("held")) return;
    const mine = round += 1;
    link.classList.add("held");
    const asked = question(link.href);
    asked.catch(() => {});
    timer = setTimeout(done, HOLD, asked, mine);
  }

  link.setAttribute("role", "button");
  link.draggable = false;
  if (link.dataset.hold) link.querySelector("span").textContent = link.dataset.hold;
  link.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    try {
      link.setPointerCapture(event.pointerId);
    } catch { /* a pointer that is gone again */ }
    start();
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture", "blur", "keyup"]) {
    link.addEventListener(end, stop);
  }
  link.addEventListener("contextmenu", (event) => event.preventDefault());
  link.addEventListener("keydown", (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    if (!event.repeat) start();
  });
  // A screen reader clicks without a finger or a key: then the link leads to the page that asks.
  link.addEventListener("click", (event) => {
    if (event.detail || performance.now() - byHand < DEAF) event.preventDefault();
  });
}

for (const link of document.querySelectorAll("a[data-hold]")) arm(link);

// The page comes again when the table has changed, but not under somebody's finger.
const { live, seq } = document.querySelector("[data-live]")?.dataset ?? {};
async function look() {
  try {
    const answer = await request(`${live}?after=${seq}`, { headers: { Accept: "application/json" } });
    const news = answer.ok ? await answer.json() : null;
    if (news?.entries.length && !document.querySelector(".held")) {
      location.replace(location.pathname);
      return;
    }
  } catch { /* no network: the next look */ }
  setTimeout(look, 2000);
}
if (live) setTimeout(look, 2000);

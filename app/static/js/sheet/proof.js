// The final sheet: a number opens its proof under its row without loading the page again.
// Without this file the same links load the sheet with the proof already open.
import "../shared/zone.js";
import { request } from "../shared/net.js";

const table = document.querySelector(".tt");
const status = document.querySelector(".status");
for (const part of document.querySelectorAll("[data-js]")) part.hidden = false;

function close() {
  document.getElementById("proof")?.remove();
  for (const cell of table.querySelectorAll('.cell[aria-expanded="true"]')) cell.setAttribute("aria-expanded", "false");
}

async function open(cell) {
  const url = new URL(cell.href);
  url.searchParams.set("part", "1");
  cell.classList.add("busy");
  try {
    const answer = await request(url, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const body = document.createElement("tbody");
    body.innerHTML = await answer.text();
    close();
    cell.setAttribute("aria-expanded", "true");
    const row = cell.closest("tr");
    row.after(body.firstElementChild);
    const proof = row.nextElementSibling.querySelector(".proof");
    proof.focus({ preventScroll: true });
    row.scrollIntoView({
      block: "nearest",
      behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
    });
    history.replaceState(null, "", cell.href);
  } catch {
    location.assign(cell.href);
  } finally {
    cell.classList.remove("busy");
  }
}

table?.addEventListener("click", (event) => {
  const link = event.target.closest("a.cell, .adds a[href*='open=']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const key = new URL(link.href).searchParams.get("open");
  const cell = link.classList.contains("cell") ? link : table.querySelector(`[data-key="${CSS.escape(key ?? "")}"]`);
  if (!cell) return;
  event.preventDefault();
  if (cell.getAttribute("aria-expanded") === "true") {
    close();
    history.replaceState(null, "", location.pathname);
  } else {
    open(cell);
  }
});
table?.addEventListener("keydown", (event) => {
  const cell = event.target.closest("a.cell");
  if (event.key === " " && cell) {
    event.preventDefault();
    cell.click();
  }
  if (event.key === "Escape") {
    const at = table.querySelector('.cell[aria-expanded="true"]');
    close();
    at?.focus();
  }
});

async function share(event) {
  // The address of this page lets people in; what is handed on lets them look.
  const link = document.getElementById("share"), url = link.href, title = link.dataset.title;
  if (navigator.share) {
    event.preventDefault();
    await navigator.share({ title, url }).catch(() => {});
    return;
  }
  if (event.currentTarget.dataset.share !== undefined) {
    // On plain http there is neither a share sheet nor a clipboard: show the address, ready to be copied by hand.
    const field = document.createElement("input");
    field.className = "field";
    field.readOnly = true;
    field.value = url;
    status.replaceChildren(field);
    field.select();
    navigator.clipboard?.writeText(url).catch(() => {});
  }
}
document.getElementById("share")?.addEventListener("click", share);
document.querySelector("[data-share]")?.addEventListener("click", share);
document.querySelector("[data-print]")?.addEventListener("click", () => print());

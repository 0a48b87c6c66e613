// Payment page: a button changes the number at once, then the server says what follows. Without this file the same
// buttons load the page anew.
import { request } from "../shared/net.js";
const form = document.querySelector("#pay");
let latest = 0;

const hide = () =>
  form.querySelectorAll("[data-plain]").forEach((button) => {
    button.hidden = true;
  });

/** Do what the button says in the fields themselves, so that they are the only state. */
function take(step) {
  const [, card, sign, revealed] = step.match(/^(\w+)([+-])(\w*)$/) || [];
  if (card === "reveal") {
    const places = [...form.querySelectorAll("input[name=reveal]")];
    if (sign === "-") places[Number(revealed)]?.remove();
    else if (places.length < Number(form.querySelector("[data-most]").dataset.most)) {
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "reveal", value: revealed }));
    }
  } else if (card) {
    const field = form.elements[card];
    field.value = Math.max(0, Math.min(20, (Number(field.value) || 0) + (sign === "+" ? 1 : -1)));
  }
}

function query() {
  const said = [...new FormData(form)].filter(([, value]) => value !== "" && value !== "0");
  return new URLSearchParams(said);
}

/** What has the focus, as a selector that finds it again in the new markup. */
function focused() {
  const it = document.activeElement;
  if (!form.contains(it)) return "";
  if (it.id) return `#${CSS.escape(it.id)}`;
  return it.name ? `[name="${it.name}"]${it.matches("button, [type=radio]") ? `[value="${it.value}"]` : ""}` : "";
}

async function refresh() {
  const mine = ++latest, asked = query(), open = form.querySelector("#which")?.open, base = form.getAttribute("action");
  try {
    const answer = await request(`${base}?${asked}&fragment=1`);
    if (!answer.ok) throw new Error(String(answer.status));
    const html = await answer.text();
    if (mine !== latest) return;
    const again = focused();
    form.innerHTML = html;
    hide();
    const which = form.querySelector("#which");
    which.open = open;
    const it = again && form.querySelector(again);
    (it?.disabled ? it.parentElement.querySelector("button:not(:disabled)") : it)?.focus({ preventScroll: true });
    history.replaceState(null, "", `${base}?${asked}`);
  } catch {
    if (mine === latest) form.querySelector("#answer strong").textContent = form.dataset.offline;
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.submitter?.name === "step") take(event.submitter.value);
  refresh();
});
form.addEventListener("change", (event) => {
  if (event.target.matches("select[name=route]") && event.target.value) form.querySelector("#which").open = false;
  refresh();
});
form.addEventListener("focusin", (event) => {
  if (event.target.matches(".count")) event.target.select();
});
hide();

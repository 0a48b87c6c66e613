// What every page does besides its own work: acts that wait on this phone are sent from wherever somebody is, and on
// https the service worker learns what it needs to open this page without network.
import { h } from "./dom.js";
import { loadStrings, tn } from "./i18n.js";
import { Outbox } from "./outbox.js";
import { all } from "./store.js";

const language = document.documentElement.lang;

/** Send what waits for any table, and say on top of the page what still does. The table's own page does that itself. */
async function sendAll() {
  const codes = [...new Set((await all("acts")).map((act) => act.code))];
  if (!codes.length) return;
  await loadStrings(document.querySelector("script[data-strings]")?.dataset.strings);
  for (const code of codes) {
    const line = h("p.flash.wait", { role: "status", hidden: true }, h("a", { href: `/t/${code}` }));
    document.getElementById("main")?.prepend(line);
    const box = new Outbox(code, {
      changed: () => {
        const n = box.acts.length + box.refused.length;
        line.hidden = !n;
        line.firstChild.textContent = tn(
          "Table {code}: {n} act waits on this phone",
          "Table {code}: {n} acts wait on this phone",
          n,
          { code },
        );
      },
    });
    await box.load();
    box.send();
  }
}

/** Only https and this machine itself have a service worker; a table on plain http in the LAN does without. */
async function keepForLater() {
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  const fresh = !navigator.serviceWorker.controller; // then the worker has not seen this page come
  try {
    await navigator.serviceWorker.register("/sw.js");
  } catch {
    return;
  }
  const { active } = await navigator.serviceWorker.ready;
  const files = performance.getEntriesByType("resource").map((entry) => new URL(entry.name))
    .filter((url) => url.origin === location.origin && /^\/(static|land|strings)\//.test(url.pathname));
  active.postMessage({ language, page: fresh ? location.pathname : null, files: files.map((url) => url.href) });
}

// The menu opens without scripts, and a tap beside it closes it; so does Escape, and nothing else that Escape would do.
addEventListener("keydown", (e) => {
  const menu = e.key === "Escape" && document.querySelector(".menu[open]");
  if (!menu) return;
  e.stopPropagation();
  menu.open = false;
  menu.firstElementChild.focus();
}, true);

if (!document.body.classList.contains("table-page")) sendAll();
const quiet = () => setTimeout(keepForLater, 1500); // first the page itself
if (document.readyState === "complete") quiet();
else addEventListener("load", quiet);

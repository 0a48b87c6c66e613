// New table: a colour chosen twice moves the other player to a free one, as people do with the real trains.
import "../shared/zone.js";

const form = document.querySelector("[data-new]");
const rows = [...form.querySelectorAll(".seat-row")];
const chosen = (row) => row.querySelector(".paint input:checked");

form.addEventListener("change", (e) => {
  if (!e.target.matches(".paint input")) return;
  const row = e.target.closest(".seat-row"), other = rows.find((r) => r !== row && chosen(r)?.value === e.target.value);
  if (!other) return;
  const used = new Set(rows.map((r) => chosen(r)?.value));
  const free = [...other.querySelectorAll(".paint input")].find((i) => !used.has(i.value));
  if (free) free.checked = true;
});

// Who sat at this phone's tables before is offered while a name is typed, with the colour that was theirs.
const KEY = "names", MOST = 20;
const fields = rows.map((row) => row.querySelector("input.field"));
let known = {};
try {
  known = JSON.parse(localStorage.getItem(KEY)) ?? {};
} catch { /* private mode: nobody is remembered */ }

const offered = document.createElement("datalist");
offered.id = "known-names";
offered.append(...Object.keys(known).map((name) => new Option(name, name)));
form.append(offered);
for (const field of fields) {
  field.setAttribute("list", offered.id);
  field.addEventListener("change", () => {
    const mine = field.closest(".seat-row").querySelector(
      `.paint input[value="${CSS.escape(known[field.value.trim()] ?? "")}"]`,
    );
    if (mine && !mine.checked) mine.click();
  });
}
form.addEventListener("submit", () => {
  const now = Object.fromEntries(
    rows.map((row, i) => [fields[i].value.trim(), chosen(row)?.value]).filter(([name]) => name),
  );
  const kept = Object.entries({
    ...now,
    ...Object.fromEntries(Object.entries(known).filter(([name]) => !(name in now))),
  });
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept.slice(0, MOST))));
  } catch { /* no room */ }
});

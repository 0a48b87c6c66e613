// New table: a colour chosen twice moves the other player to a free one, as people do with the real trains.
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

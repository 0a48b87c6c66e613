// Home-made boards: a file that is too large is told at once, other rules are taken without a button.
const upload = document.querySelector(".upload"), again = document.querySelector(".again");

upload?.addEventListener("submit", (event) => {
  const file = upload.elements.file.files[0], bad = upload.querySelector(".bad");
  bad.hidden = !(file && file.size > Number(upload.dataset.most));
  if (bad.hidden) return;
  event.preventDefault();
  bad.textContent = upload.dataset.large;
});

if (again) {
  again.querySelector("button").hidden = true;
  again.addEventListener("change", () => again.requestSubmit());
}

// Walking a trail on the board: a step loads only the walk, not the page. Arrow keys step too.
const walk = document.getElementById("walk");

async function go(url) {
  try {
    const at = new URL(url, location.href);
    at.searchParams.set("part", "1");
    const answer = await fetch(at, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const box = document.createElement("div");
    box.innerHTML = await answer.text();
    const rel = document.activeElement?.getAttribute?.("rel");
    walk.replaceChildren(...box.querySelector("#walk").childNodes);
    if (rel) (walk.querySelector(`[rel="${rel}"]`) ?? walk.querySelector("[rel]"))?.focus({ preventScroll: true });
    walk.querySelector("li.at")?.scrollIntoView({ block: "nearest" });
    history.replaceState(null, "", url);
  } catch {
    location.assign(url);
  }
}

walk.addEventListener("click", (event) => {
  const link = event.target.closest("a[rel]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.href);
});
document.addEventListener("keydown", (event) => {
  const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  const link = rel && walk.querySelector(`a[rel="${rel}"]`);
  if (link) { event.preventDefault(); go(link.href); }
});

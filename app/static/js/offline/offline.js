// The page that is shown where there is no network: which tables this phone can still open.
import { h } from "../shared/dom.js";
import { all } from "../shared/store.js";

const part = document.getElementById("kept");
const tables = (await all("tables")).sort((a, b) => b.at - a.at);
const links = tables.map(({ code, title }) =>
  h("a", { href: `/t/${code}` }, h("span.w", {}, title), h("span.f.num", {}, code))
);
part.querySelector("nav").replaceChildren(...links);
part.hidden = !tables.length;
addEventListener("online", () => location.reload());

// Building elements without a framework: h("button.go", { onclick }, "text", …). SVG copies by icon() and wagon().
const SVG = "http://www.w3.org/2000/svg";

export function h(what, attributes = {}, ...children) {
  const [tag, ...classes] = what.split("."), element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && !name.startsWith("aria") && name !== "list") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export const icon = (name, extra = "") =>
  svg("svg", { class: `ico ${extra}`, "aria-hidden": "true" }, svg("use", { href: `#i-${name}` }));

export const wagon = (colour, extra = "") =>
  svg(
    "svg",
    { class: `p-${colour} ${extra}`, viewBox: "-25 -11 50 24", "aria-hidden": "true" },
    svg("use", { href: `#wagon-${colour}`, x: -25, y: -11, width: 50, height: 24 }),
  );

/** The spaces of a route as they lie on the board, free or taken. */
export function spaces([, , length, colour, ferry], owner) {
  const picture = svg("svg", {
    class: `spaces r-${colour}${owner ? ` p-${owner}` : ""}`,
    viewBox: `-2 -12 ${51 * length} 24`,
    preserveAspectRatio: "xMinYMid meet",
    "aria-hidden": "true",
  });
  for (let i = 0; i < length; i++) {
    if (owner) picture.append(svg("use", { href: `#wagon-${owner}`, x: 51 * i - 2, y: -11, width: 50, height: 24 }));
    else {
      picture.append(svg("rect", { class: "slot", x: 51 * i, y: -9, width: 46, height: 18, rx: ferry ? 9 : 4.5 }));
      picture.append(
        i < ferry
          ? svg("path", {
            class: "loco",
            transform: `translate(${51 * i + 23} 0)`,
            d: "M-13 3V-7h8v4.2h9.5V-7h4.6v4.4c2.2.6 3.2 2.6 3.2 5.6z",
          })
          : svg("use", { class: "sy", href: `#s-${colour}`, x: 51 * i + 23 }),
      );
    }
  }
  return picture;
}

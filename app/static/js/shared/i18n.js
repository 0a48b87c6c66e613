// The strings of the scripts. English is the key; other languages come as one JSON, plurals in CLDR order.
import { request } from "./net.js";

const language = document.documentElement.lang || "en";
const rules = new Intl.PluralRules(language);
const ORDER = { ru: ["one", "few", "many"] };
let strings = {};

/** Fetch the strings of the page's language; without them the page speaks English rather than not at all. */
export async function loadStrings(url) {
  if (language === "en" || !url) return;
  try {
    strings = (await (await request(url)).json()).strings;
  } catch { /* offline before they were ever fetched */ }
}

const fill = (text, values) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => values[name] < 0 ? plus(values[name]) : values[name] ?? whole);

/** One sentence: t("Claim for {player}", { player }). */
export function t(text, values = {}) {
  const found = strings[text];
  return fill(typeof found === "string" ? found : text, values);
}

/** A counted thing: tn("{n} train", "{n} trains", 3). */
export function tn(one, many, n, values = {}) {
  const forms = strings[one], kind = rules.select(Math.abs(n));
  const text = Array.isArray(forms)
    ? forms[Math.max(0, (ORDER[language] || ["one", "other"]).indexOf(kind))]
    : kind === "one"
    ? one
    : many;
  return fill(text, { n, ...values });
}

let clock;
/** The time of day in the phone's own time zone. Made when first needed: making one takes a slow phone a tenth of a second. */
export const timeOfDay = (at) =>
  (clock ??= new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })).format(at);

/** "+7", with a true minus sign. */
export const plus = (n) => (n >= 0 ? `+${n}` : `−${-n}`);

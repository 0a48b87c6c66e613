// What has not become part of the table yet: acts without network, and acts that somebody has to decide about.
import { h, wagon } from "../shared/dom.js";
import { t, timeOfDay } from "../shared/i18n.js";
import { link } from "./sheet.js";

/** The two sides of a clash: what this phone recorded, what the table has. */
export function clashSides(act, mine, rival) {
  const side = (player, words) =>
    h("div.side-of", {}, wagon(player.colour), h("b", {}, player.name), h("small.num", {}, words));
  return h(
    "div.sides",
    {},
    side(mine, t("on this phone, {time}", { time: timeOfDay(act.at) })),
    side(rival, t("on the table")),
  );
}

/** Everything that waits on this phone, one line each, with its way back. */
export function waitingSheet(ctx) {
  const { outbox, model } = ctx, picture = (event) => wagon(model.player(event.player)?.colour ?? "black");
  const open = outbox.refused.map((act) =>
    h(
      "li",
      {},
      picture(act.event),
      h(
        "span",
        {},
        ctx.describeEvent(act.event),
        h("br"),
        h("small", {}, act.refused.body.objections?.[0]?.text ?? act.refused.body.title),
      ),
      h("button.link", { type: "button", onclick: () => ctx.ask(act) }, t("Decide")),
    )
  );
  const waiting = outbox.acts.map((act) =>
    h(
      "li",
      {},
      picture(act.event),
      h(
        "span",
        {},
        ctx.describeEvent(act.event),
        h("br"),
        h("small.num", {}, act.gone ? t("to be taken back") : t("waiting since {time}", { time: timeOfDay(act.at) })),
      ),
      act.gone ? "" : h("button.link", {
        type: "button",
        onclick: () => {
          ctx.undo(act);
          waitingSheet(ctx);
        },
      }, t("Take back")),
    )
  );
  const says = outbox.unsaved
    ? t("Keep this page open: this phone cannot save.")
    : waiting.length
    ? t("Saved on this phone. Sent when the network is back.")
    : ctx.offline
    ? t("There is no network. You can go on recording.")
    : t("Everything is recorded at the table.");
  ctx.sheet.show(
    "waiting",
    t("This phone"),
    h("p.sub", {}, open.length ? t("The table did not take this.") : says),
    open.length || waiting.length ? h("ul.waits", {}, open, waiting) : "",
    waiting.length
      ? h(
        "div.row2",
        {},
        link(t("Try now"), () => {
          outbox.send();
          ctx.sheet.hide();
        }, "swap"),
      )
      : "",
  );
}

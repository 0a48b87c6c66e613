// What the table page tells its people: the head, the line at the bottom, what a screen reader says, a tick in the hand.
import { h, icon, wagon } from "../shared/dom.js";
import { plus, t, tn } from "../shared/i18n.js";
import { colourName, routeMark } from "./sheet.js";

const $ = (id) => document.getElementById(id);

/** A short tick in the hand, where the phone can and a finger has touched the page. */
export function tick(pattern) {
  if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate?.(pattern);
}

export function set(element, text) {
  if (element && element.textContent !== String(text)) element.textContent = text;
}

/** Say of one link of several that it is the current one, to eyes and ears. */
export function current(element, on) {
  if (on) element.setAttribute("aria-current", "true");
  else element.removeAttribute("aria-current");
}

export const Signs = (Page) =>
  class extends Page {
    connected(on) {
      this.offline = !on;
      this.net();
      if (on) this.outbox.send();
    }

    /** How this phone stands: what waits for the network, what waits for an answer of its owner. */
    net() {
      const net = $("net"),
        { outbox } = this,
        { waiting } = outbox,
        open = outbox.refused.filter((a) => a.waited || a !== this.asked).length;
      if (!net) return;
      net.classList.toggle("waiting", waiting > 0 || !!this.offline);
      net.classList.toggle("open", open > 0);
      set(
        net,
        open
          ? tn("{n} to decide", "{n} to decide", open)
          : waiting
          ? tn("{n} waiting", "{n} waiting", waiting)
          : this.offline
          ? t("no network")
          : net.dataset.saved,
      );
      const late = outbox.offline ? waiting : 0;
      if (late !== this.late) {
        this.late = late;
        this.paint();
      }
      this.warn(outbox.unsaved);
      if (waiting && outbox.offline && outbox.saved && !this.toldOffline) {
        this.toldOffline = true;
        const words = t("Saved on this phone. Sent when the network is back.");
        this.say(words);
        if (!$("toast")?.hidden) $("toast").querySelector("span")?.append(h("small", {}, ` ${words}`));
      }
      if (!waiting) this.toldOffline = false;
    }

    /** As long as something is nowhere but in this page, the page says so. */
    warn(on) {
      const line = $("unsaved");
      if (on === !!line) return;
      if (on) {
        document.querySelector(".table-page > .head").append(
          h(
            "div.notice",
            { id: "unsaved", role: "alert" },
            icon("stop"),
            h("span", {}, t("Keep this page open: this phone cannot save.")),
          ),
        );
      } else line.remove();
      this.moved();
    }

    /** A sentence at the bottom, without anything to undo. */
    tell(words) {
      this.showToast(icon("lamp"), h("span", {}, words));
      this.say(words);
    }

    /** What was done, with Undo, for eight seconds. */
    toast(act) {
      const player = this.model.player(act.event.player), words = this.told(act.event);
      this.say(words);
      this.showToast(
        player ? wagon(player.colour, "w") : icon("tick"),
        h("span", { "data-act": act.id }, words),
        h("button", { type: "button", onclick: () => this.undo(act) }, t("Undo")),
      );
    }

    /** What was done, with its points. */
    told(event) {
      return this.describeEvent(event) +
        (event.type === "route_claimed" ? `, ${plus(this.model.worth(event.route))}` : "");
    }

    /** One entry of another phone in words; nothing for what is secret. */
    newsOf(event) {
      const { type, player, target } = event;
      const gone = type === "retracted" ? this.written(target) : "";
      return type === "secret" || (type === "retracted" && !gone) ? null : {
        colour: this.model.player(player)?.colour,
        words: gone ? t("Taken back: {act}", { act: gone }) : this.told(event),
      };
    }

    /** What other phones recorded: at the upper edge of the board, since the lower one is for the Undo of one's own acts. */
    tellNews(found, n = found.length) {
      const last = n > 3 ? null : found.at(-1),
        words = last?.words ?? tn("{n} new entry", "{n} new entries", n),
        line = $("news");
      if (!n || (n === 1 && !last)) return;
      if (!this.outbox.acts.length) this.say(words);
      if (!line) return;
      line.replaceChildren(last?.colour ? wagon(last.colour, "w") : icon("log"), h("span", {}, words));
      line.hidden = false;
      clearTimeout(this.newsTimer);
      this.newsTimer = setTimeout(() => {
        line.hidden = true;
      }, 8000);
    }

    /** What was taken back, with the way to have it again: the wrong line is taken back as easily as the right one. */
    backToast(gone, again) {
      const words = gone ? t("Taken back: {act}", { act: gone }) : t("Taken back.");
      this.showToast(
        icon("undo"),
        h("span", {}, words),
        again ? h("button", { type: "button", onclick: again }, t("Put back")) : "",
      );
      this.say(words);
    }

    /** What a journey brought only the server knows: say it as soon as it is told. */
    brought() {
      const { act, seq } = this.travelled ?? {}, line = this.model.base.log?.find((l) => l.seq === seq);
      if (!line) return;
      this.travelled = null;
      $("toast")?.querySelector(`[data-act="${CSS.escape(act)}"]`)?.append(`, ${line.worth}`);
    }

    showToast(...parts) {
      const toast = $("toast");
      if (!toast) return;
      const fresh = toast.cloneNode(false);
      fresh.hidden = false;
      fresh.append(...parts);
      toast.replaceWith(fresh); // a new element, so that the line of the time left runs anew
      this.fade();
      this.moved();
    }

    fade() {
      clearTimeout(this.toastTimer);
      this.toastTimer = setTimeout(() => {
        $("toast").hidden = true;
        this.moved();
      }, 8000);
    }

    say(words) {
      set($("say"), "");
      requestAnimationFrame(() => set($("say"), words));
    }

    describe(id) {
      const { model } = this,
        [, , length, , ferry, tunnel] = model.board.routes[id],
        owner = model.player(model.view.owner[id]);
      return [
        model.name(id),
        routeMark(model, id),
        tn("{n} space", "{n} spaces", length),
        tunnel ? t("tunnel") : "",
        ferry ? t("ferry") : "",
        owner ? owner.name : model.closed(id) ? t("closed") : t("free"),
      ].filter(Boolean).join(", ");
    }

    /** "Boston – Montréal (grey 2)", as the server calls it. */
    exactly(id) {
      return this.model.board.names[id];
    }

    describeEvent(event) {
      const { model } = this, player = model.player(event.player)?.name ?? "";
      switch (event.type) {
        case "route_claimed":
          return `${player}: ${this.exactly(event.route)}${event.controller ? ` (${t("controller")})` : ""}`;
        case "route_dismantled":
          return t("{player} took up {route}", { player, route: this.exactly(event.route) });
        case "station_built":
          return t("{player}: station in {city}", { player, city: model.city(event.city) });
        case "passenger_placed":
          return t("{player}: passenger in {city}", { player, city: model.city(event.city) });
        case "passenger_moved":
          return t("{player}: journey from {city}", { player, city: model.city(event.start) });
        case "goods_colour_set":
          return `${t("Goods colour set: {city}", { city: model.city(event.city) })}, ${colourName(event.colour)}`;
        case "turn_taken":
          return t("{player}: turn without a claim", { player });
        case "tickets_kept":
          return tn("{player}: {n} ticket kept", "{player}: {n} tickets kept", event.tickets.length, { player });
        case "reveal_asked":
          return t("The host asks whether all tickets may be laid open.");
        case "reveal_agreed":
          return t("{player}: yes, lay the tickets open", { player });
        case "reveal_refused":
          return t("{player}: no, keep the tickets closed", { player });
        case "tickets_revealed":
          return t("All tickets lie open.");
        case "result_shown":
          return t("The result is shown.");
        default:
          return t("Taken back.");
      }
    }
  };

// What the table page does with an act after it was done: rules in the way, clashes between phones, taking back.
import { t } from "../shared/i18n.js";
import { refusedSheet } from "./sheet.js";
import { clashSides } from "./waiting.js";

export const Asking = (Page) =>
  class extends Page {
    /** Ask about the next act that the server refused, unless somebody is being asked already. */
    ask(wanted) {
      for (const act of [...this.outbox.refused]) this.alreadyThere(act);
      const act = wanted ?? this.outbox.refused[0];
      if (!act || !this.sheet || this.asked || !this.outbox.refused.includes(act)) return;
      this.asked = act;
      this.refused(act, this.ownerNow(act.event));
    }

    ownerNow(event) {
      return event.type === "route_claimed" ? this.model.base.owner[event.route] : undefined;
    }

    /** Two phones wrote the same down, or took the same back: nothing is lost, and nothing is to be chosen. */
    alreadyThere(act) {
      const { event, refused } = act;
      if (event.type === "retracted" && refused.body.objections?.every((o) => o.code === "already-retracted")) {
        this
          .outbox.decided(act);
      }
      if (event.overruled || !event.player || this.ownerNow(event) !== event.player) return;
      this.outbox.decided(act);
      this.tell(t("Somebody has recorded this already: {act}", { act: this.describeEvent(event) }));
    }

    /** Rules stand in the way. When the route went to somebody else meanwhile, both sides are shown and one is chosen. */
    refused(act, owner) {
      const { event, refused: { body } } = act, extra = [], sides = [];
      const objections = body.objections ??
        (body.faults ?? [{ message: body.detail || body.title || t("The table did not take this.") }]).map((f) => ({
          text: f.message,
          overrulable: false,
        }));
      if (owner) {
        const rival = this.model.player(owner),
          mine = this.model.player(event.player),
          seq = this.model.base.claimedAt[event.route];
        sides.push(clashSides(act, mine, rival));
        extra.push([
          t("It was {player}: take the claim of {rival} back", { player: mine.name, rival: rival.name }),
          () => {
            this.act({ type: "retracted", target: seq });
            this.act(event);
          },
        ]);
      }
      this.board?.pick(event.route ?? null);
      refusedSheet(this, event, objections, extra, sides);
      this.say(objections.map((o) => o.text).join(" "));
    }

    /** The question on the sheet is answered: what was refused may go, and the next one is asked. */
    decided(run = () => {}) {
      const act = this.asked;
      this.asked = null;
      if (act) this.outbox.decided(act);
      this.sheet.hide();
      run();
      this.ask();
    }

    /** What the table did not take is dropped. Where it was to put another claim right, that one counts again. */
    leave() {
      const act = this.asked;
      this.decided(() => act && this.uncorrect((claim) => claim.id === act.id));
    }

    /** The question was left open. What came late from the outbox goes on waiting; a slip that was refused at once is done with. */
    undecided() {
      const act = this.asked;
      this.asked = null;
      if (!act || act.waited) return;
      this.outbox.decided(act);
      this.uncorrect((claim) => claim.id === act.id);
    }

    undo(act) {
      const { pending, base } = this.model,
        waiting = act ? this.outbox.acts.find((a) => a.id === act.id) : this.outbox.last();
      if (waiting) {
        const { event, tried } = waiting;
        this.outbox.withdraw(waiting);
        this.model.pending = pending.filter((p) => p.id !== waiting.id);
        this.model.project();
        this.paint();
        if (event.type === "retracted") return this.tell(t("Put back."));
        this.backToast(this.describeEvent(event), tried ? null : () => this.act(event));
        return this.uncorrect((claim) => claim.id === waiting.id);
      }
      const own = pending.filter((p) => p.own && p.seq && p.event.type !== "retracted").at(-1);
      const target = act ? act.seq : own?.seq ?? base.undo?.seq;
      if (!target || pending.some((p) => p.event.target === target)) return undefined;
      this.act({ type: "retracted", target });
      return this.uncorrect((claim) => claim.seq === target);
    }

    /** Where the claim that is taken back had put another one right, that other one counts again. */
    uncorrect(taken) {
      const { back, claim } = this.corrected ?? {};
      if (!claim || !taken(claim)) return;
      this.corrected = null;
      this.putBack(back);
    }

    /** A retraction was a slip: it is taken back itself, or never leaves the phone. */
    putBack(act) {
      if (this.outbox.acts.some((a) => a.id === act.id)) this.undo(act);
      else if (act.seq) this.act({ type: "retracted", target: act.seq }, t("Put back."));
    }

    /** What an entry says, as far as this phone knows. */
    written(seq) {
      const { pending, base } = this.model, mine = pending.find((p) => p.seq === seq && p.event.type !== "retracted");
      const route = Object.keys(base.claimedAt).find((id) => base.claimedAt[id] === seq);
      if (mine) return this.describeEvent(mine.event);
      if (route) return `${this.model.player(base.owner[route])?.name ?? ""}: ${this.exactly(route)}`;
      return base.undo?.seq === seq ? base.undo.text : base.log?.find((l) => l.seq === seq)?.text ?? "";
    }
  };

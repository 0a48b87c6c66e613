// Journeys of passengers at the table page (boards that have them): offered, or tapped route by route.
import { t } from "../shared/i18n.js";
import { request } from "../shared/net.js";
import { journeySheet } from "./sheet.js";
import { tick } from "./signs.js";

export const Journeys = (Page) =>
  class extends Page {
    startJourney(player, start) {
      this.journey = player ? { player, start, routes: [], cities: [start], tokens: {} } : null;
      this.board?.lit([]);
      this.suggest(this.journey);
      if (this.journey) {
        this.board?.pickCity(start);
        journeySheet(this, this.journey);
      } else if (this.sheet?.open) this.sheet.hide(true);
    }

    /** Ask for the best journey; the way there may still be tapped by hand meanwhile. */
    async suggest(journey) {
      if (!journey) return;
      try {
        const query = new URLSearchParams({ player: journey.player, from: journey.start });
        const response = await request(`/t/${this.code}/journey.json?${query}`);
        if (!response.ok) return;
        journey.offers = await response.json();
        if (this.journey === journey && journey.offers.length && !journey.routes.length) journeySheet(this, journey);
      } catch { /* without network there is simply no suggestion */ }
    }

    offeredJourney(offer) {
      const { journey } = this;
      for (const id of offer.routes) this.step(id);
      this.board.lit(journey.routes);
      journeySheet(this, journey);
    }

    step(id) {
      const here = this.journey.cities.at(-1), [a, b] = this.model.board.routes[id];
      if (here !== a && here !== b) return false;
      this.journey.routes.push(id);
      this.journey.cities.push(here === a ? b : a);
      return true;
    }

    addToJourney(id) {
      const { journey, model } = this;
      if (!model.view.owner[id]) return this.say(model.board.rules.rides);
      if (journey.routes.includes(id)) return this.say(model.board.rules.once);
      if (!this.step(id)) {
        return this.say(
          t("This route does not start in {city}.", { city: model.city(journey.cities.at(-1)) }),
        );
      }
      this.board.lit(journey.routes);
      journeySheet(this, journey);
      tick(8);
      return undefined;
    }

    backJourney() {
      this.journey.routes.pop();
      this.journey.cities.pop();
      this.board.lit(this.journey.routes);
      journeySheet(this, this.journey);
    }

    endJourney() {
      const { player, start, routes, cities, tokens } = this.journey, { view, board } = this.model;
      // Where nobody knows the goods, what was taken has to be said: nothing, unless somebody chose a token.
      for (const c of new Set(cities)) {
        if (c !== start && !view.goodsColours[c] && !board.terminals.includes(c)) {
          tokens[c] ??= 0;
        }
      }
      this.journey = null;
      this.board.lit([]);
      this.act({ type: "passenger_moved", player, start, routes, tokens });
    }
  };

// A player's hands at the virtual table, or the hands that they may see.

import { find, show, t } from "../base/dom.js";
import { cardSheet, handViews } from "../match/handcards.js";

/** @param {() => PageState} current */
export function drawOwnHands(sheet, current) {
  const state = current(), element = find("#held");
  const { hands } = state;
  element.hidden = !hands.length || Boolean(state.over);
  element.setAttribute("aria-label", t("page.held"));
  element.style.setProperty("--hands", String(hands.length));
  element.dataset.frame = "hand"; // cards count as moved within it
  document.body.dataset.holds = element.hidden ? "no" : "yes";
  show(element, [hands, state.seats.map((seat) => seat.name), element.hidden], () => (element.hidden
    ? []
    : handViews(state, hands, (card) => cardSheet(sheet, current, () => current().hands, card.id))));
}

// A player's hands at the virtual table, or the hands that they may see.

import { find, show, t } from "../base/dom.js";
import { cardSheet, handViews } from "../match/handcards.js";
import { chooseCard, chosenCard } from "./targets.js";

/** Draw the hands. A tap opens a card, or chooses it if it fits into a cell; then `redraw` lights its cells.
 * @param {() => PageState} current @param {() => void} redraw */
export function drawOwnHands(sheet, current, redraw) {
  const state = current(), element = find("#held");
  const { hands } = state;
  element.hidden = !hands.length || Boolean(state.over);
  element.setAttribute("aria-label", t("page.held"));
  element.style.setProperty("--hands", String(hands.length));
  element.dataset.frame = "hand"; // cards count as moved within it
  document.body.dataset.holds = element.hidden ? "no" : "yes";
  show(element, [hands, state.seats.map((seat) => seat.name), element.hidden], () => (element.hidden
    ? []
    : handViews(state, hands, (card) => {
      if (!chooseCard(current(), card.id)) cardSheet(sheet, current, () => current().hands, card.id);
      drawOwnHands(sheet, current, redraw);
      redraw();
    })));
  const chosen = chosenCard(state)?.id;
  for (const card of /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll(".held")))
    card.dataset.meant = card.dataset.key === chosen ? "yes" : "no";
}

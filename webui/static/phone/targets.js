// The places on the drawing of the table where a tap moves cards, and the held card that a tap has chosen.

import { post } from "../base/http.js";
import { aboutCard } from "../base/dom.js";
import { carryOut } from "../match/duties.js";

let chosen = ""; // of several held cards that fit into cells, the one tapped last

/** Return the player's held cards that fit into a cell of the table. @param {PageState} state */
const fittingCards = ({ hands, table }) => {
  const fits = new Set((table?.free ?? []).flatMap((cell) => cell.fits));
  return hands.filter((hand) => hand.plays).flatMap((hand) => hand.cards).filter(({ card }) => fits.has(card));
};

/** Return the held card whose cells are lit: the only one, or the tapped one. @param {PageState} state */
export const chosenCard = (state) => {
  const fitting = fittingCards(state);
  return fitting.length === 1 ? fitting[0] : fitting.find(({ id }) => id === chosen);
};

/** Choose a held card, so that the next tap gives it a place. Return false if there is nothing to choose.
 * @param {PageState} state @param {string} id */
export function chooseCard(state, id) {
  if (chosenCard(state)?.id === id || !fittingCards(state).some((card) => card.id === id)) return false;
  chosen = id;
  return true;
}

/** Return the targets of a drawing: its cards and piles that can do a duty, and the cells for the chosen card.
 * @param {TableDrawing} table @param {PageState} state @returns {import("../drawing/panel.js").TapTarget[]} */
export function tapTargets(table, state) {
  if (state.over || state.paused) return [];
  const taken = new Set(), card = chosenCard(state);
  const lying = state.duties.flatMap(({ id, text, cards, lies, chooses }) => cards.flatMap((choice) => {
    const [zone, name] = lies[choice] ?? [];
    const box = table.lying.find((drawn) => drawn.zone === zone && !taken.has(drawn.key)
      && (name ? drawn.card === name : drawn.kind === "pile"));
    if (!box) return [];
    taken.add(box.key);
    const label = [text, box.label].filter(Boolean).join(": ");
    return [{ key: `${id} ${choice}`, box, label, chooses, does: () => carryOut(id, [choice]) }];
  }));
  const cells = card ? table.free.filter(({ fits }) => fits.includes(card.card)) : [];
  return [...lying, ...cells.map((cell, n) => ({ key: `cell ${card?.id} ${cell.zone} ${cell.at}`, box: cell,
    chooses: true, label: [card?.label, n + 1, aboutCard(card?.card ?? "")].filter(Boolean).join(" "),
    does: () => post("/virtual/show", { id: card?.id, zone: cell.zone, at: cell.at }) }))];
}

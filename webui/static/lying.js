// What lies on the table, drawn as it lies: tricks before their seats, cards in the cells of grids.

import { h, rich } from "./dom.js";

const WIDE = { 3: 0.62 }; // how far from the middle a card lies, in cards: two beside each other need no room between
const QUARTER = Math.PI / 2;

/** A card's picture; where there is none, or none any more, its name in a frame. @param {ShownLaid | ShownInCell} card */
function face(card) {
  const named = () => h("span", { class: "face named", "aria-hidden": "true" }, card.label);
  return card.picture
    ? h("img", { class: "face", src: card.picture, alt: "", draggable: "false", onerror: (event) => event.target.replaceWith(named()) })
    : named();
}

/**
 * Where each seat sits, from -1 to 1 across and down: round the table clockwise, the viewer at the bottom.
 * @param {number} seats
 * @param {number} first
 */
function places(seats, first) {
  const all = Array.from({ length: seats }, (_, seat) => {
    const turn = QUARTER + (2 * Math.PI * (seat - first)) / seats;
    return [Math.cos(turn), Math.sin(turn)];
  });
  const [left, top] = [0, 1].map((axis) => Math.min(...all.map((one) => one[axis])));
  const [right, bottom] = [0, 1].map((axis) => Math.max(...all.map((one) => one[axis])));
  const spread = (value, least, most) => (most - least < 0.01 ? 0 : (2 * (value - least)) / (most - least) - 1);
  return all.map(([x, y]) => ({ x: spread(x, left, right), y: spread(y, top, bottom) }));
}

/** Cards where they lie before their seats; the one that matters is edged and has its player's name. @param {ShownTrick} trick @param {PageState} state */
function drawn(trick, state) {
  const where = places(state.seats.length, state.you ?? 0);
  return h("figure", { class: "trick", vars: { wide: WIDE[state.seats.length] ?? 1.15 }, data: { crowded: state.seats.length > 4 && "yes" } },
    h("ul", { class: "field" }, trick.laid.map((one) => {
      const seat = state.seats[one.seat];
      const takes = one.seat === trick.seat;
      return h("li", { class: "laid", data: { seat: one.seat, takes: takes && "yes" }, vars: where[one.seat] },
        h("span", { class: "unseen" }, `${seat.label}: ${one.label}`),
        face(one), h("span", { class: "by", "aria-hidden": "true" }, h("span", {}, seat.symbol), takes && h("b", {}, seat.name)));
    })),
    trick.text && h("figcaption", {}, rich(trick.text)));
}

/** Cards in their cells, and those where the viewer may say that one lies. @param {ShownGrid} grid @param {PageState} [state] */
export function rows(grid, state) {
  const seat = state && grid.seat !== null ? state.seats[grid.seat] : null;
  const cell = (kind, one) => h("li", { class: "cell", data: { kind }, vars: { row: one.row + 1, column: one.column + 1 } }, one.card && [h("span", { class: "unseen" }, one.label), face(one)]);
  return h("figure", { class: "rows", data: { seat: grid.seat } },
    seat && h("figcaption", {}, rich(`${seat.symbol} ${seat.name}`)),
    h("div", { class: "field", vars: { rows: grid.rows, columns: grid.columns } },
      h("ul", { class: "cells" }, Array.from({ length: grid.rows * grid.columns }, (_, n) => h("li", {
        class: "cell", "aria-hidden": "true", vars: { row: Math.floor(n / grid.columns) + 1, column: (n % grid.columns) + 1 },
      })), grid.cells.map((one) => cell("lies", one)), grid.free.map((one) => cell("free", one)),
        grid.groups.map((one) => h("li", {
          class: "group-of", data: { whole: one.whole && "yes" }, vars: { row: one.row + 1, column: one.column + 1, down: one.rows, across: one.columns },
        }, h("span", {}, one.notes.join(" · ")))))));
}

/** All that lies there; nothing where nothing does. @param {PageState} state */
export function lying(state) {
  const grids = state.grids.filter((grid) => grid.cells.length > 0 || grid.seat !== null);
  if (!state.tricks.length && !grids.some((grid) => grid.cells.length > 0)) return null;
  return h("div", { class: "lying", vars: { many: Math.max(state.tricks.length, 1) } },
    state.tricks.map((trick) => drawn(trick, state)), grids.map((grid) => rows(grid, state)));
}

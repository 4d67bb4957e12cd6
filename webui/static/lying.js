// What lies on the table, drawn as it lies: tricks before their seats, cards in the cells of grids.

import { h, rich } from "./dom.js";
import { counter } from "./tokens.js";

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

/**
 * Cards in their cells, and those where the viewer may say that one lies. `most` is the grid that cards of several
 * are as large as.
 * @param {ShownGrid} grid @param {PageState} [state] @param {{ rows: number, columns: number }} [most]
 */
export function rows(grid, state, most = grid) {
  const seat = state && grid.seat !== null ? state.seats[grid.seat] : null;
  const cell = (kind, one) => h("li", { class: "cell", data: { kind }, vars: { row: one.row + 1, column: one.column + 1 } }, one.card && [h("span", { class: "unseen" }, one.label), face(one)]);
  return h("figure", { class: "rows", data: { seat: grid.seat, zone: grid.zone } },
    seat && h("figcaption", {}, rich(`${seat.symbol} ${seat.name}`)),
    h("div", { class: "field", vars: { rows: grid.rows, columns: grid.columns, high: most.rows, broad: most.columns } },
      h("ul", { class: "cells" }, Array.from({ length: grid.rows * grid.columns }, (_, n) => h("li", {
        class: "cell", "aria-hidden": "true", vars: { row: Math.floor(n / grid.columns) + 1, column: (n % grid.columns) + 1 },
      })), grid.cells.map((one) => cell("lies", one)), grid.free.map((one) => cell("free", one)),
        grid.groups.map((one) => h("li", {
          class: "group-of", data: { whole: one.whole && "yes" }, vars: { row: one.row + 1, column: one.column + 1, down: one.rows, across: one.columns },
        }, one.tokens.length > 0 && h("span", { class: "worth" }, one.tokens.map(counter)))))));
}

const SHAPE = 2.2; // of the room that several grids share, width by height
const along = new Map(); // how far each grid was scrolled: a page that is drawn anew leaves it there
let opened = ""; // the zone of the grid that this page's viewer has opened; else it is the one that matters

/** How many grids of that size lie side by side where cards are largest. @param {number} many @param {{ rows: number, columns: number }} most */
function abreast(many, most) {
  const card = (across) => Math.min(SHAPE / across / most.columns, 1 / Math.ceil(many / across) / (most.rows + 0.7) * (63 / 88));
  return Array.from({ length: many }, (_, n) => n + 1).reduce((best, one) => (card(one) > card(best) ? one : best));
}

/** The grid to begin with: where a card of this player is due, else their own, else that of whoever is on. @param {ShownGrid[]} grids @param {PageState} state */
function foremost(grids, state) {
  const due = state.focus.seat === state.you ? state.wants.filter((want) => want.watch === "read").map((want) => want.zone) : [];
  const by = [(one) => one.zone === opened, (one) => due.includes(one.zone), (one) => one.seat === state.you, (one) => one.seat === state.focus.seat];
  return (by.map((is) => grids.find(is)).find(Boolean) ?? grids[0]).zone;
}

/** Grids of several seats: all beside each other where there is room, else one, and a strip to open others. @param {ShownGrid[]} grids @param {PageState} state */
function several(grids, state) {
  const most = { rows: Math.max(...grids.map((one) => one.rows)), columns: Math.max(...grids.map((one) => one.columns)) };
  const figures = grids.map((grid) => {
    const figure = rows(grid, state, most);
    const field = figure.querySelector(".field");
    field.addEventListener("scroll", () => along.set(grid.zone, field.scrollLeft));
    requestAnimationFrame(() => { field.scrollLeft = along.get(grid.zone) ?? 0; });
    return figure;
  });
  const tabs = grids.map((grid) => {
    const seat = state.seats[grid.seat ?? 0];
    return h("button", {
      class: "tab", type: "button", data: { seat: grid.seat, key: `open.${grid.zone}`, cue: seat.cue }, "aria-label": seat.name,
      onclick: () => { opened = grid.zone; open(grid.zone); },
    }, h("span", { "aria-hidden": "true" }, seat.symbol), h("b", { "aria-hidden": "true" }, seat.name));
  });
  const open = (zone) => figures.forEach((figure, n) => {
    figure.dataset.open = grids[n].zone === zone ? "yes" : "no";
    tabs[n].setAttribute("aria-pressed", String(grids[n].zone === zone));
  });
  if (!grids.some((one) => one.zone === opened)) opened = "";
  open(foremost(grids, state));
  return [h("div", { class: "tabs", role: "group" }, tabs), h("div", { class: "figures", vars: { across: abreast(grids.length, most), down: Math.ceil(grids.length / abreast(grids.length, most)) } }, figures)];
}

/** All that lies there; nothing where nothing does. @param {PageState} state */
export function lying(state) {
  const grids = state.grids.filter((grid) => grid.cells.length > 0 || grid.seat !== null);
  if (!state.tricks.length && !grids.some((grid) => grid.cells.length > 0)) return null;
  if (grids.length > 1) return h("div", { class: "lying several" }, several(grids, state));
  return h("div", { class: "lying", vars: { many: Math.max(state.tricks.length, 1) } },
    state.tricks.map((trick) => drawn(trick, state)), grids.map((grid) => rows(grid, state)));
}

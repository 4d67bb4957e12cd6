// The fields of an offer's form: each shows what an offer asks for, and stores the answer under the field's name.

import { foldedCardNotes, h, redraw, t } from "../base/dom.js";
import { seatName } from "./board.js";
import { crop } from "./crops.js";
import { numberPad } from "./numberpad.js";

/** The fields for a number, a choice, a seat, cards, or a card and its cell. */
const FIELDS = {
  number: (ask, values, changed, _, offer) =>
    numberPad(ask, values, changed, `${offerKey(offer)} ${offer.shown.label} ${offer.seat} ${ask.field}`),
  choice: (ask, values, changed) => oneOf(ask, values, changed,
    ask.choices.map((choice) => ({ value: choice.value, label: offerName(choice), text: choice.label }))),
  seat: (ask, values, changed, { seats }) => oneOf(ask, values, changed,
    ask.seats.map((seat) => ({ value: seat, label: seatName(seats[seat]), text: seats[seat].label }))),
  cards: cardsField,
  place: placeField,
};

/** Return the field for a question of an offer; it calls `changed` after every change of the `values`.
 * @param {Offer["ask"][number]} ask @param {Record<string, any>} values @param {() => void} changed
 * @param {PageState} state @param {Offer} offer */
export const fieldFor = (ask, values, changed, state, offer) => FIELDS[ask.kind](ask, values, changed, state, offer);

/** Return the name and effect of an offer or a choice. @param {{ label: string, effect: string | null }} offer */
export const offerName = ({ label, effect }) =>
  h("span", label, effect && h("small.effect", effect));

/** Return a name for an offer that stays the same from state to state. @param {Offer} offer */
export function offerKey(offer) {
  const given = Object.values(offer.given).map((value) => (typeof value === "object" ? JSON.stringify(value) : value));
  return [offer.move, ...given].join(".");
}

/** Return buttons of which exactly one is pressed. */
function oneOf(ask, values, changed, options) {
  const chosen = () => options.find(({ value }) => value === values[ask.field]);
  const buttons = options.map(({ value, label }, n) => h("button.option", { "aria-pressed": "false",
    data: { key: `${ask.field}${n}` }, onclick: () => {
      buttons.forEach((button, other) => button.setAttribute("aria-pressed", String(other === n)));
      values[ask.field] = value;
      changed();
    } }, label));
  return {
    element: h("div.choices", { role: "group" }, buttons),
    ready: () => chosen() !== undefined,
    text: () => chosen()?.text,
  };
}

/** Return a form for several cards. Each has its own place, so that it keeps its picture. Tap a place, then the right
 * card; tap a place twice to empty it. Without a chosen place, a card is added.
 * @param {AskCards & { at?: number | null }} ask
 * @param {Record<string, any>} values
 * @param {() => void} changed
 * @param {PageState} state
 * @param {Offer} offer */
function cardsField(ask, values, changed, state, offer) {
  const places = [...(offer.typed === "correction" ? state.reading : ask.now)];
  let at = ask.at ?? null;
  const cards = () => places.map((place) => place.card);
  const many = (card, within = cards()) => within.filter((other) => other === card).length;
  const most = () => ask.most + cards().reduce((more, card) => more + (ask.brings[card] ?? 0), 0);
  /** @param {CardName} chosen */
  const put = ({ card, label }) => {
    if (at === null) places.push({ card, label, proof: null });
    else places[at] = { ...places[at], card, label };
    at = null;
    refresh();
  };
  const choose = (n) => {
    if (at === n && many(places[n].card) > many(places[n].card, ask.known)) { places.splice(n, 1); at = null; }
    else at = at === n ? null : n;
    refresh();
  };
  const does = t(places.length ? "page.cards.chosen" : "page.cards.choose");
  const above = h("div.choices.places", { role: "group", "aria-label": does });
  // Kept, so that a second tap adds the same card again.
  const below = h("div.choices.cards", { role: "group", "aria-label": t("page.cards.possible") },
    ask.possible.map((card) => h("button.card", { translate: "no", data: { card: card.card },
      onclick: () => put(card) }, card.label)));
  const so = h("b", { role: "status" });
  const refresh = () => {
    values[ask.field] = cards();
    so.textContent = ask.least > 1 ? `${places.length}\u00a0/\u00a0${[...new Set([ask.least, most()])].join("–")}` : "";
    redraw(above, places.map((place, n) => h("button.place", {
        "aria-pressed": String(at === n),
        data: { key: `place${n}` },
        onclick: () => choose(n),
      }, place.proof && crop(place.proof, ""), h("span", { translate: "no" }, place.label),
        at === n && h("small", t("page.cards.remove")))));
    for (const [n, { card, left }] of ask.possible.entries()) {
      const others = cards().filter((_, place) => place !== at);
      const room = at !== null || places.length < most() + (ask.brings[card] ?? 0);
      below.children[n].disabled = many(card, others) >= left || !room;
    }
    changed();
  };
  queueMicrotask(refresh);
  return {
    element: h("div", h("p.reason", does, " ", so), above, below, foldedCardNotes(ask.possible)),
    ready: () => places.length >= ask.least && places.length <= most(),
    text: () => "",
  };
}

/** Return a form for a new card in a grid: first the card, then its cell.
 * @param {AskPlace} ask @param {Record<string, any>} values @param {() => void} changed */
function placeField(ask, values, changed) {
  let card = null;
  let cell = null;
  const cards = h("div.choices.cards", { role: "group", "aria-label": t("page.cards.possible") });
  const grid = h("div.grid", { role: "group" });
  const refresh = () => {
    if (cell) values[ask.field] = { card: card.card, row: cell[0], column: cell[1] };
    else delete values[ask.field];
    redraw(cards, ask.places.map((other) => h("button.card", { translate: "no",
      "aria-pressed": String(other === card), data: { card: other.card },
      onclick: () => { card = other; cell = null; refresh(); },
    }, other.label)));
    const free = card?.cells ?? [];
    const rows = [...ask.known.map(({ row }) => row), ...free.map(([row]) => row)];
    const columns = [...ask.known.map(({ column }) => column), ...free.map(([, column]) => column)];
    const [top, left] = [Math.min(...rows), Math.min(...columns)];
    const isChosen = (row, column) => cell?.[0] === row && cell?.[1] === column;
    const put = (element, row, column) => {
      element.style.setProperty("grid-row", String(row - top + 1));
      element.style.setProperty("grid-column", String(column - left + 1));
      return element;
    };
    const taken = ask.known.filter((laid) => !free.some(([row, column]) => row === laid.row && column === laid.column));
    redraw(grid, taken.map((laid) => put(h("span.cell", { translate: "no" }, laid.label), laid.row, laid.column)),
      free.map(([row, column], n) => put(h("button.cell", {
        "aria-pressed": String(isChosen(row, column)),
        "aria-label": card.names[n], data: { key: `cell${row}.${column}` },
        onclick: () => { cell = [row, column]; refresh(); },
      }, isChosen(row, column) ? card.label : ask.leaves ? "−" : card.names[n]), row, column)));
    changed();
  };
  queueMicrotask(refresh);
  return { element: h("div", cards, grid), ready: () => cell !== null, text: () => card?.label };
}

// Forms for the referee's offers, without knowledge of any game. An offer names its move, the given fields, and the
// fields to ask for.

import { post } from "../base/http.js";
import { disableUntil } from "../base/clock.js";
import { aboutCard, button, find, foldedCardNotes, h, number, redraw, show, t } from "../base/dom.js";
import { draft } from "../base/drafts.js";
import { keepFocus } from "../base/focus.js";
import { isJustShown } from "../base/taps.js";
import { seatName } from "./board.js";
import { crop } from "./crops.js";

/** The forms for a number, a choice, a seat, cards, or a card and its cell. */
const FIELDS = { number: numberField, choice: choiceField, seat: seatField, cards: cardsField, place: placeField };

/**
 * Show forms for `offers` in `element`; `host` acts for the whole table. Typed values and open lists stay as long
 * as the offers do not change. `after` is called after a move.
 * @param {any} element
 * @param {PageState} state
 * @param {Offer[]} offers
 */
export function drawOffers(element, state, offers, { host = false, after = () => {} } = {}) {
  element.state = state; // a tap refers to this state; if the state is outdated, the table refuses the move
  const send = async (offer, values = {}) => {
    const stood = element.opened;
    element.sends = true;
    const made = await post("/api/move", {
      seen: element.state.seq,
      as: host ? "host" : "seat",
      move: { ...offer.given, ...values, move: offer.move, ...(offer.seat === null ? {} : { seat: offer.seat }) },
    });
    element.sends = false;
    if (!made) return;
    if (element.opened === stood) Object.values(stood).forEach(({ close }) => close()); // otherwise the next state has arrived before the answer
    after();
  };
  if (!offers.length || !element.firstElementChild) element.opened = {}; // in between there were no offers, so this is a new choice
  element.opened ??= {};
  const near = offers.filter((offer) => !offer.aside);
  const aside = offers.filter((offer) => offer.aside);
  const first = near.find((offer) => offer.ask.length > 0);
  const several = near.filter((offer) => offer.ask.length > 0).length > 1;
  const named = state.seats.map((seat) => seat.name);
  show(element, [offers, named], () => {
    if (element.sends) element.opened = {}; // the state after a move may arrive before the answer to it
    const opened = element.opened;
    return [
      several || (first && near.every(isQuick)) || near.some((offer) => offer.among) ? chooser(opened, "near", state, near, send) : [
        first && offerForm(first, state, send),
        h("div", { class: "row" }, near.filter((offer) => offer !== first).map((offer) => offerButton(offer, send))),
      ],
      aside.length > 0 && h("details", { class: "folded", open: Boolean(opened.aside) }, h("summary", {}, t("page.offers.more")), chooser(opened, "aside", state, aside, send)),
    ];
  });
}

/** @typedef {(offer: Offer, values?: Record<string, any>) => void} Send */

/** The open offer of a list: its key, its content then, its form, and its group. @typedef {{ key: string | null, of: string, what: any, among: string | null, close: (from?: string) => void }} Opened */

/** Return the offers to seats; the others are the host's or the camera's. @param {PageState} state */
export const seatOffers = ({ offers }) => offers.filter((offer) => offer.by === "seat");

/** Return the offers to the host, and to people instead of the camera. @param {PageState} state */
export const tableOffers = ({ offers }) => offers.filter((offer) => offer.by !== "seat");

/** Whether an offer takes one tap, or two with only a seat or a word to choose. @param {Offer} offer */
const isQuick = (offer) => offer.ask.length === 0 || (offer.ask.length === 1 && ["seat", "choice"].includes(offer.ask[0].kind));

/** @param {Offer} offer */
const offerKey = (offer) => [offer.move, ...Object.values(offer.given).map((one) => typeof one === "object" ? JSON.stringify(one) : one)].join(".");

/** @type {Record<string, string>} */
const GESTURES = { short: t("page.press.short"), long: t("page.press.long"), double: t("page.press.double") };

/** @type {Record<string, string>} */
const BUTTONS = { short: t("page.button.short"), long: t("page.button.long"), double: t("page.button.double") };

/** Return a note below a button: the press of the seat's own button that does the same. @param {string | null} press */
export const buttonHint = (press) => press && h("small", { class: "gesture", data: { press } }, BUTTONS[press]);

/** Return a note: the press of a lamp that does this. @param {string | null} press */
export const pressHint = (press) => press && h("small", { class: "gesture", data: { press } }, GESTURES[press]);

/** @param {Offer} offer @param {Send} send */
const offerButton = (offer, send) => disableUntil(offer.due, h("button", {
  class: offer.press ? "grow press" : "grow", data: { seat: offer.seat, move: offer.move, key: offerKey(offer) }, onclick: () => send(offer),
}, offerName(offer), buttonHint(offer.press)));

/** Return the name and effect of an offer or a choice. @param {{ label: string, effect: string | null }} offer */
const offerName = (offer) => h("span", {}, offer.label, offer.effect && h("small", { class: "effect" }, offer.effect));

/** Return the line above an opened offer. Whoever opened it goes on there, so that a screen reader says what is asked. @param {any} text @param {string} [kind] "unseen" above a form, whose button says the same */
const question = (text, kind = "now") => h("p", { class: kind, tabindex: "-1", data: { asks: "yes" } }, text);

/** Return the offers in groups; similar ones, for instance against different players, form one group. @param {Offer[]} offers @returns {Offer[][]} */
function groupAlike(offers) {
  const lists = new Map();
  offers.forEach((offer, n) => {
    const name = offer.among || n;
    lists.set(name, [...(lists.get(name) ?? []), offer]);
  });
  return [...lists.values()];
}

/**
 * Return a list of offers, some of which have fields: the user first chooses an offer, then fills it in. `opened[name]`
 * remembers the open offer.
 * @param {Record<string, Opened>} opened @param {string} name @param {PageState} state @param {Offer[]} offers @param {Send} send
 */
function chooser(opened, name, state, offers, send) {
  const list = h("div", { class: "actions" });
  const lists = groupAlike(offers);
  const seats = state.seats.map((seat) => seat.name);
  /** Fill the list. Whoever was in it goes on at the new question, or at the offer that they came from. @param {any[]} what @param {string} [from] its key */
  const fill = (what, from) => keepFocus(list, () => list.replaceChildren(...what), () => (from && find(`[data-key="${CSS.escape(from)}"]`, list)) || find("[data-asks]", list));
  /** @param {any} what @param {() => void} back @param {string} [from] */
  const within = (what, back, from) => fill([h("div", { class: "asked" }, what, button("back", t("page.back"), back, "plain"))], from);
  /** @param {string} [from] */
  const all = (from) => {
    delete opened[name];
    fill(lists.map((some) => (some.length > 1 ? several(some) : one(some[0]))), from);
  };
  const one = (offer) => (offer.ask.length
    ? disableUntil(offer.due, h("button", { data: { seat: offer.seat, move: offer.move, key: offerKey(offer), more: "yes" }, onclick: () => open(offer) }, offerName(offer)))
    : offerButton(offer, send));
  const open = (offer) => {
    const of = JSON.stringify([offer, seats]), was = opened[name];
    const what = was?.of === of ? was.what : isQuick(offer) ? choices(offer, state, send) : [question(offer.label, "unseen"), offerForm(offer, state, send)];
    const some = lists.find((other) => other.length > 1 && other.includes(offer));
    opened[name] = { key: offerKey(offer), of, what, among: some ? offer.among : null, close: all };
    within(what, () => (some ? alike(some, offerKey(offer)) : all(offerKey(offer))));
  };
  /** @param {Offer[]} some @param {string} [from] */
  const alike = (some, from) => {
    const key = `among.${some[0].among}`;
    opened[name] = { key: null, of: "", what: null, among: some[0].among, close: all };
    within([question(some[0].among), h("div", { class: "actions" }, some.map(one))], () => all(key), from);
  };
  const several = (some) => h("button", { data: { seat: some[0].seat, key: `among.${some[0].among}`, more: "yes" }, onclick: () => alike(some) },
    offerName({ label: some[0].among, effect: some.every((one) => one.effect === some[0].effect) ? some[0].effect : "" }));
  const was = opened[name];
  const same = was && offers.find((offer) => offer.ask.length && offerKey(offer) === was.key);
  const some = was && lists.find((other) => other.length > 1 && other[0].among === was.among);
  if (same) open(same);
  else if (some) alike(some);
  else all();
  return list;
}

/** Return a button for each value of the only field; a tap makes the move. @param {Offer} offer @param {PageState} state @param {Send} send */
function choices(offer, state, send) {
  const ask = /** @type {AskSeat | AskChoice} */ (offer.ask[0]);
  const options = ask.kind === "seat"
    ? ask.seats.map((seat) => [seat, seatName(state.seats[seat])])
    : ask.choices.map((choice) => [choice.value, offerName(choice)]);
  return [
    question(offerName(offer)),
    h("div", { class: "choices" }, options.map(([value, label]) => h("button", {
      class: "option", data: { seat: ask.kind === "seat" && String(value), value: String(value), key: `${offerKey(offer)}.${value}` }, onclick: () => send(offer, { [ask.field]: value }),
    }, label))),
    ask.kind === "choice" && foldedCardNotes(cardChoices(ask)),
  ];
}

/** Return the choices that are cards. @param {AskChoice} ask */
const cardChoices = (ask) => ask.choices.filter((one) => aboutCard(one.value)).map((one) => ({ card: one.value, label: one.label }));

/** Return an offer's form: its fields, and a button that says what will happen. @param {Offer} offer @param {PageState} state @param {Send} send */
export function offerForm(offer, state, send) {
  const values = {};
  const done = h("button", { class: "main wide", type: "submit", data: { seat: offer.seat, move: offer.move, key: "done" } });
  const refresh = () => {
    const texts = fields.map((field) => field.text()).filter(Boolean);
    done.textContent = [offer.label, ...texts].join(" ");
    done.disabled = !fields.every((field) => field.ready());
  };
  const fields = offer.ask.map((ask) => FIELDS[ask.kind](ask, values, () => refresh(), state, offer));
  const element = h("form", {
    class: "offer", data: { seat: offer.seat },
    onsubmit: (event) => {
      event.preventDefault();
      if (!done.disabled) send(offer, values);
    },
  }, fields.map((field) => field.element), fields.find((field) => field.around)?.around(done) ?? done);
  refresh();
  return element;
}

/** Return a number pad that starts at the least number. @param {AskNumber} ask @param {Record<string, any>} values @param {() => void} changed @param {PageState} _ @param {Offer} offer */
function numberField(ask, values, changed, _, offer) {
  let typed = "";
  let begins = true; // the next digit starts a new number
  const value = () => typed === "" ? ask.least : Number(typed);
  const within = () => value() >= ask.least && (ask.most === null || value() <= ask.most);
  const fits = () => within() && (value() - ask.least) % ask.step === 0;
  const set = (text) => {
    typed = text.replace(/^0+/, "").slice(0, 6);
    values[ask.field] = value();
    less.disabled = value() <= ask.least;
    more.disabled = ask.most !== null && value() + ask.step > ask.most;
    hint.textContent = fits() ? "" : within() ? t("page.pad.step", { number: number(ask.step) }) : value() < ask.least
      ? t("page.pad.least", { number: number(ask.least) }) : t("page.pad.most", { number: number(ask.most ?? 0) });
    changed();
  };
  const key = (label, press, extra = {}) => h("button", { type: "button", class: "key", onclick: press, ...extra }, label);
  const add = (n) => { set((begins ? "" : typed) + n); begins = false; };
  const digit = (n) => key(n, () => add(n), { data: { key: `digit${n}` } });
  const step = (by) => { // go to the next allowed number in this direction
    const steps = (value() - ask.least) / ask.step;
    set(String(ask.least + ask.step * Math.max(0, by < 0 ? Math.ceil(steps) - 1 : Math.floor(steps) + 1)));
    begins = true;
  };
  const less = key("−", () => step(-1), { "aria-label": t("page.pad.less"), data: { key: "less" } });
  const more = key("+", () => step(1), { "aria-label": t("page.pad.more"), data: { key: "more" } });
  const rub = key("⌫", () => set(typed.slice(0, -1)), { class: "key rub", "aria-label": t("page.pad.rub"), data: { key: "rub" } });
  const hint = h("p", { class: "hint", role: "status" });
  const element = h("div", { class: "pad", role: "group" },
    digit(1), digit(2), digit(3), rub, digit(4), digit(5), digit(6), digit(7), digit(8), digit(9), digit(0));
  const keys = (event) => {
    if (!element.isConnected) return document.removeEventListener("keydown", keys);
    const elsewhere = event.target.closest("dialog") !== element.closest("dialog") && event.target !== document.body;
    if (elsewhere || event.target.closest("input, select, textarea, .placed") || event.ctrlKey || event.metaKey) return;
    if (/^\d$/.test(event.key)) add(event.key);
    else if (event.key === "Backspace") set(typed.slice(0, -1));
    else if (event.key === "Enter" && (event.target === document.body || event.target.closest(".key, h2, [data-asks]"))) {
      event.preventDefault(); // otherwise Enter would press the pad's last clicked key again
      const form = element.closest("form");
      if (!event.repeat && !isJustShown(form?.querySelector("[type=submit]"))) form.requestSubmit();
    }
  };
  document.addEventListener("keydown", keys);
  queueMicrotask(() => {
    const was = draft(`${offerKey(offer)} ${offer.seat} ${ask.field}`, element, () => typed);
    set(was);
    begins = !was;
  });
  return {
    element,
    ready: fits,
    text: () => number(value()),
    around: (done) => h("div", { class: "decide" }, less, done, more, hint),
  };
}

function choiceField(ask, values, changed) {
  return oneOf(ask, values, changed, ask.choices.map((choice) => [choice.value, offerName(choice), choice.label]));
}

function seatField(ask, values, changed, state) {
  return oneOf(ask, values, changed, ask.seats.map((seat) => [seat, seatName(state.seats[seat]), state.seats[seat].label]));
}

/** Return buttons of which exactly one is pressed. */
function oneOf(ask, values, changed, options) {
  const buttons = options.map(([value, label], n) => h("button", {
    type: "button", "aria-pressed": "false", class: "option", data: { key: `${ask.field}${n}` },
    onclick: () => {
      values[ask.field] = value;
      buttons.forEach((button, other) => button.setAttribute("aria-pressed", String(other === n)));
      changed();
    },
  }, label));
  const chosen = () => options.find(([value]) => value === values[ask.field]);
  return {
    element: h("div", { class: "choices", role: "group" }, buttons),
    ready: () => chosen() !== undefined,
    text: () => chosen()?.[2],
  };
}

/**
 * Return a form for several cards. Each has its own place, so that it keeps its picture. Tap a place, then the right
 * card; tap a place twice to empty it. Without a chosen place, a card is added.
 * @param {AskCards & { at?: number | null }} ask
 * @param {Record<string, any>} values
 * @param {() => void} changed
 * @param {PageState} state
 * @param {Offer} offer
 */
function cardsField(ask, values, changed, state, offer) {
  const places = [...(offer.by === "host" ? state.reading : ask.now)]; // a host corrects the newest reading
  let at = ask.at ?? null;
  const cards = () => places.map((place) => place.card);
  const many = (card, within = cards()) => within.filter((one) => one === card).length;
  const most = () => ask.most + cards().reduce((more, card) => more + (ask.brings[card] ?? 0), 0);
  /** @param {CardName} one */
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
  const above = h("div", { class: "choices places", role: "group", "aria-label": does });
  const below = h("div", { class: "choices cards", role: "group", "aria-label": t("page.cards.possible") }, // kept, so that a second tap adds the same card again
    ask.possible.map((one) => h("button", { type: "button", class: "card", translate: "no", data: { card: one.card }, onclick: () => put(one) }, one.label)));
  const so = h("b", { role: "status" });
  const refresh = () => {
    values[ask.field] = cards();
    so.textContent = ask.least > 1 ? `${places.length} / ${[...new Set([ask.least, most()])].join("–")}` : "";
    redraw(above, places.map((place, n) => h("button", {
      type: "button", class: "place", "aria-pressed": String(at === n), data: { key: `place${n}` }, onclick: () => choose(n),
    }, place.proof && crop(place.proof, ""), h("span", { translate: "no" }, place.label), at === n && h("small", {}, t("page.cards.remove")))));
    for (const [n, { card, left }] of ask.possible.entries()) {
      const others = cards().filter((_, place) => place !== at);
      const room = at !== null || places.length < most() + (ask.brings[card] ?? 0);
      below.children[n].disabled = many(card, others) >= left || !room;
    }
    changed();
  };
  queueMicrotask(refresh);
  return {
    element: h("div", {}, h("p", { class: "reason" }, does, " ", so), above, below, foldedCardNotes(ask.possible)),
    ready: () => places.length >= ask.least && places.length <= most(),
    text: () => "",
  };
}

/** Return a form for a new card in a grid: first the card, then its cell. @param {AskPlace} ask @param {Record<string, any>} values @param {() => void} changed */
function placeField(ask, values, changed) {
  let card = null;
  let cell = null;
  const cards = h("div", { class: "choices cards", role: "group", "aria-label": t("page.cards.possible") });
  const grid = h("div", { class: "grid", role: "group" });
  const refresh = () => {
    if (cell) values[ask.field] = { card: card.card, row: cell[0], column: cell[1] };
    else delete values[ask.field];
    redraw(cards, ask.places.map((one) => h("button", {
      type: "button", class: "card", translate: "no", "aria-pressed": String(one === card), data: { card: one.card },
      onclick: () => { card = one; cell = null; refresh(); },
    }, one.label)));
    const free = card?.cells ?? [];
    const rows = [...ask.known.map((one) => one.row), ...free.map(([row]) => row)];
    const columns = [...ask.known.map((one) => one.column), ...free.map(([, column]) => column)];
    const [top, left] = [Math.min(...rows), Math.min(...columns)];
    const at = (row, column) => ({ "grid-row": String(row - top + 1), "grid-column": String(column - left + 1) });
    const set = (element, place) => { for (const [name, value] of Object.entries(place)) element.style.setProperty(name, value); return element; };
    redraw(grid,
      ask.known.filter((one) => !free.some(([row, column]) => row === one.row && column === one.column)).map((one) => set(h("span", { class: "cell", translate: "no" }, one.label), at(one.row, one.column))),
      free.map(([row, column], n) => set(h("button", {
        type: "button", class: "cell", "aria-pressed": String(cell?.[0] === row && cell?.[1] === column),
        "aria-label": card.names[n], data: { key: `cell${row}.${column}` },
        onclick: () => { cell = [row, column]; refresh(); },
      }, cell?.[0] === row && cell?.[1] === column ? card.label : ask.leaves ? "−" : card.names[n]), at(row, column))));
    changed();
  };
  queueMicrotask(refresh);
  return { element: h("div", {}, cards, grid), ready: () => cell !== null, text: () => card?.label };
}

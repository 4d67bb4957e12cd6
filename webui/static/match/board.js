// What everybody at the table may see: the one thing that matters, and the seats.

import { matchMovedOn } from "../base/http.js";
import { timerRing } from "../base/clock.js";
import { aboutCard, find, h, rich, served, show, t } from "../base/dom.js";
import { moreTimeButton } from "./matchbuttons.js";
import { figure } from "./ruling.js";
import { counter, MANY } from "../drawing/tokens.js";

/** A seat's colour and symbol, never the colour alone. @param {SeatName} seat */
export const seatMark = (seat) => h("span", { class: "mark", data: { seat: seat.seat }, "aria-hidden": "true" }, seat.symbol);

/** A seat's mark and name. @param {SeatName} seat */
export const seatName = (seat) => h("span", { class: "who", data: { seat: seat.seat } }, seatMark(seat), h("span", { title: seat.name }, seat.name));

/** The mark of one of the table's own players. @param {SeatPanel} seat */
export const botMark = (seat) => seat.bot && h("span", { class: "bot", role: "img", "aria-label": seat.played, title: seat.played }, seat.bot);

/** Names used here before, a tap each. @param {string[]} names @param {(name: string) => void} then */
export const nameChips = (names, then) => h("div", { class: "choices chips", role: "group", "aria-label": t("page.seat.known") },
  names.map((name) => h("button", { type: "button", data: { key: `name${name}` }, onclick: () => then(name) }, name)));

const MANY_LETTERS = 48; // in a label: more have to be smaller

/** Show the label, the value as large as fits, and whose it is. @param {HTMLElement} element @param {PageState} state */
export function drawFocus(element, state) {
  show(element, [state.focus, state.timer, state.you, state.seats.map((seat) => seat.name)], () => {
    const { label, value, seat } = state.focus;
    const whose = seat === null ? null : state.seats[seat];
    const wordy = /\p{L}{2}/u.test(value);
    const marked = !value && whose; // the ring stands round its symbol, else beside the name
    return [
      h("h2", { class: "label", data: { long: label.length > MANY_LETTERS && "yes" } }, rich(label)),
      value || !whose
        ? h("p", { class: wordy ? "value words" : "value", vars: { letters: [...value].length } }, value)
        : h("p", { class: "value symbol", data: { seat: whose.seat } }, state.timer ? timerRing(state.timer, seatMark(whose)) : seatMark(whose)),
      h("p", { class: "whose" }, whose && (value ? seatName(whose) : whose.seat === state.you ? "" : whose.name)), // on their own phone the label says you
      state.timer && (!marked || served.host) && h("p", { class: "time" }, !marked && timerRing(state.timer, null), moreTimeButton(state)),
    ];
  });
}

/** Cards that lie face up before a player: their pictures, where the table is not drawn beside. @param {CardFace[]} cards */
const faceUpCards = (cards) => cards.length > 0 && h("span", { class: "cards" }, cards.map(({ card, label, picture }) => picture
  ? h("img", { class: "up", src: picture, alt: label, title: aboutCard(card) || label, draggable: "false" })
  : h("span", { class: "up", title: aboutCard(card) || null }, label)));

const EDGES = ["top", "left", "right", "bottom"];

/** Put elements at the edges of the table where their seats are. @param {any[]} all @param {SeatPlace[]} places */
const atTheirEdges = (all, places) => EDGES.map((edge) => h("div", { class: "side", data: { edge } },
  places.filter((place) => place.edge === edge).sort((one, other) => one.along - other.along).map((place) => { all[place.seat].style.setProperty("--along", place.along); return all[place.seat]; })));

/** What is drawn as pieces before a seat. @param {PageState} state @param {number} seat */
const drawnPieces = ({ table }, seat) => new Set((table?.heaps ?? []).filter((one) => one.seat === seat).flatMap((one) => one.tokens.filter((token) => (token.of ?? 0) <= MANY).map((token) => token.kind)));

const LONG = 9; // letters: a name that has to be smaller to stand in one line

/** @param {SeatPanel} seat @param {PageState} state @param {string | null} does @param {boolean} around whether it stands round the drawing */
const seatInside = (seat, state, does, around) => {
  const drawn = around ? drawnPieces(state, seat.seat) : new Set();
  const notes = seat.noted && !does ? seat.notes.slice(1) : seat.notes;
  return [
    seatMark(seat),
    seat.seat === state.you && h("span", { class: "you" }, t("page.you")),
    state.you === null && state.yours.includes(seat.seat) && h("span", { class: "you" }, t("page.hand.here")),
    h("span", { class: "tokens" }, seat.tokens.filter((token) => !drawn.has(token.kind)).map(counter)),
    h("span", { class: "name", title: seat.name, data: { long: seat.name.length > LONG && "yes" } }, seat.name),
    botMark(seat),
    faceUpCards(seat.cards),
    h("span", { class: "cue" }, does || (seat.seat === state.you && seat.cue === "turn" ? t("page.yours") : seat.cueText)),
    notes.length > 0 && h("span", { class: "notes" }, notes.map((note) => h("span", {}, note))),
  ];
};

/** Those that play without a seat, as they stand beside the seats. @param {PartyPanel[]} others */
export const parties = (others) => others.map((one) => h("div", { class: "seat party" },
  h("span", { class: "name" }, one.name),
  h("span", { class: "tokens" }, one.tokens.map(counter)),
  faceUpCards(one.cards),
  one.notes.length > 0 && h("span", { class: "notes" }, one.notes.map((note) => h("span", {}, note)))));

/**
 * Show the seats in table order, and who plays without one; a seat for which `does(seat)` has words (none: those of its cue) is a button for `act`.
 * Where they scroll, the viewer's own is brought into view as they change.
 * @param {HTMLElement} element
 * @param {PageState} state
 * @param {(seat: SeatPanel) => string | null} does
 * @param {(seat: SeatPanel) => void} act
 * @param {SeatPlace[] | null} places where they sit, to stand there
 */
export function drawSeats(element, state, does = () => null, act = () => {}, places = null) {
  const many = state.seats.length + state.others.length;
  element.style.setProperty("--columns", String([1, 1, 2, 3, 2][many] ?? 3));
  element.style.setProperty("--wide", String(many <= 4 ? many : Math.ceil(many / 2)));
  const words = state.seats.map(does);
  const changed = show(element, [state.seats, state.others, state.you, state.yours, words, places, places && state.table?.heaps], () => {
    const all = [...state.seats.map((seat, n) => {
      const acts = words[n] !== null;
      return h(acts ? "button" : "div", {
        class: "seat",
        data: { seat: seat.seat, cue: seat.cue, out: seat.out && "yes", key: `seat${seat.seat}` },
        onclick: acts ? () => act(seat) : null,
      }, seatInside(seat, state, words[n], places !== null));
    }), ...parties(state.others)];
    return places ? atTheirEdges(all, places) : all;
  });
  if (changed && state.you !== null) requestAnimationFrame(() => scrollToSeat(element, state.you ?? 0));
}

const ABOVE = 10; // the tag on one's own seat

/** Scroll the seats so that one is whole, or else its top. @param {HTMLElement} element @param {number} seat */
function scrollToSeat(element, seat) {
  const box = element.getBoundingClientRect(), own = find(`[data-seat="${seat}"]`, element).getBoundingClientRect();
  if (own.top - ABOVE < box.top || own.bottom > box.bottom) element.scrollTop += own.top - ABOVE - box.top;
}

/** Say how the parts of the table are, in one line a part. @param {PartStatus[]} all */
export const partLines = (all) => all.map((part) =>
  h("p", { class: "part", data: { well: part.well ? "yes" : "no" } }, h("b", {}, part.name), h("span", {}, part.text)));

/** What every page shows: its title, and what is wrong with the table, if anything is. @param {PageState} state @param {string} small */
export function drawTop(state, small) {
  show(find("#title"), [state.title, small], () => [document.createTextNode(`${state.title} `), h("small", {}, small)]);
  const seq = String(state.seq ?? "");
  if (document.body.dataset.seq && document.body.dataset.seq !== seq) matchMovedOn();
  document.body.dataset.seq = seq;
  document.body.dataset.over = state.over ? "yes" : "no";
  const trouble = state.parts.filter((part) => !part.well);
  find("#trouble").hidden = !trouble.length;
  show(find("#trouble"), trouble, () => partLines(trouble));
}

const LIVE = { yes: "page.live.yes", slow: "page.live.slow", no: "page.live.no" };

/** Show how the page hears the table. @param {"yes" | "slow" | "no"} live */
export function drawLive(live) {
  const { dataset, firstElementChild: said } = find("#live");
  dataset.live = live === "yes" ? "yes" : "no";
  dataset.slow = live === "slow" ? "yes" : "no";
  const text = t(LIVE[live]);
  if (said.textContent !== text) said.textContent = text; // a reader hears it once
}

/** The rules that something rests on, each a tap away. @param {string[]} rules */
export const ruleLinks = (rules) => rules.length > 0 && h("span", { class: "cites" },
  rules.map((rule) => h("a", { href: `/rules?from=${location.pathname}#${rule}` }, rule)));

/**
 * Lines of the log, newest first: what was taken back or set right says by whom. `tap(of, at)`, where given, is
 * called with a card that was tapped.
 * @param {LogLine[]} lines
 * @param {((of: number, at: number) => void) | null} [tap]
 */
export const logList = (lines, tap) => h("ol", { class: "log" }, lines.map((line) => h("li", { data: { undone: line.undone && "yes", log: line.seq } },
  h("span", {}, line.at),
  h("div", {},
    line.undone ? h("s", {}, rich(line.text)) : h("span", {}, rich(line.text)),
    line.note && h("small", {}, rich(line.note)),
    ruleLinks(line.rules),
    line.of !== null && h("div", { class: "crops" }, line.cards.map((card, at) => figure(card, tap ? () => tap(line.of ?? 0, at) : null)))))));

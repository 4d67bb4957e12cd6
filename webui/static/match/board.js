// The parts of a page that everybody may see: the focus and the seats.

import { matchMovedOn, ruleAddress } from "../base/http.js";
import { timerRing } from "../base/clock.js";
import { aboutCard, counter, find, fixed, h, icon, keepFixedWords, rich, served, show, showIfAny,
  t } from "../base/dom.js";
import { dutyButton, saidDuty } from "./duties.js";
import { moreTimeButton } from "./matchbuttons.js";

/** Return a seat's symbol in its colour, never the colour alone. @param {SeatName} seat */
export const seatMark = (seat) =>
  h("span.mark", { data: { seat: seat.seat }, "aria-hidden": "true", translate: "no" }, seat.symbol);

/** Return a seat's mark and name. @param {SeatName} seat */
export const seatName = (seat) =>
  h("span.who", { data: { seat: seat.seat } }, seatMark(seat),
    h("span", { title: seat.name, translate: "no" }, seat.name));

/** Return the mark of a bot. @param {SeatPanel} seat */
export const botMark = (seat) =>
  seat.bot && h("span.chip.bot", { role: "img", "aria-label": seat.played, title: seat.played }, icon("bot"), seat.bot);

/** Return a field for a player's name. The table says so if a name is too long. @param {Record<string, any>} [more] */
export const nameField = (more) => h("input", { name: "name", maxLength: 100, autocomplete: "off", ...more });

/** Return buttons for recent names. @param {string[]} names @param {(name: string) => void} then */
export const nameChips = (names, then) =>
  h("div.choices.chips", { role: "group", "aria-label": t("page.seat.known") }, names.map((name) =>
    h("button", { translate: "no", data: { key: `name${name}` }, onclick: () => then(name) }, name)));

const MANY_LETTERS = 48; // number of letters in a label; longer labels are smaller

/** Show the focus: label, value and seat. @param {HTMLElement} element @param {PageState} state
 * @param {boolean} [whys] whether the label names its rule */
export function drawFocus(element, state, whys = false) {
  const cited = whys && state.focus.tells && !state.focus.value ? state.cited : [];
  const does = whys ? saidDuty(state.duties, state.focus.label) : undefined;
  show(element, [state.focus, state.timer, state.you, cited, does, state.seats.map((seat) => seat.name)], () => {
    const { label, value, seat, by } = state.focus;
    const whose = seat === null ? null : state.seats[seat];
    const wordy = /\p{L}{2}/u.test(value);
    const marked = !value && whose; // then the ring surrounds the symbol; otherwise it is next to the name
    return [
      h("h2.label", { data: { long: label.length > MANY_LETTERS && "yes" } },
        does ? dutyButton(does, true) : [rich(label), whyMark(cited)]),
      value || !whose
        ? h("p", { class: wordy ? "value words" : "value", vars: { letters: [...value].length } }, value)
        : h("p.value.symbol", { data: { seat: whose.seat } },
          state.timer ? timerRing(state.timer, seatMark(whose)) : seatMark(whose)),
      h("p.whose",
        // On the player's own phone the label says "you".
        by !== null ? [t("page.said_by"), " ", seatName(state.seats[by])] :
        whose && (value ? seatName(whose) : whose.seat === state.you ? "" : fixed(whose.name))),
      state.timer && (!marked || served.host)
      && h("p.time", !marked && timerRing(state.timer, null), moreTimeButton(state)),
    ];
  });
}

/** Return a player's open cards, as pictures unless the drawing shows them. @param {CardFace[]} cards */
const faceUpCards = (cards) =>
  cards.length > 0 && h("span.cards", cards.map(({ card, label, picture }) => picture
      ? h("img.up", { src: picture, alt: label, title: aboutCard(card) || label, draggable: "false" })
      : h("span.up", { translate: "no", title: aboutCard(card) || null }, label)));

const EDGES = ["top", "left", "right", "bottom"];

/** Put elements at the table edges of their seats. @param {any[]} all @param {SeatPlace[]} places */
const atTheirEdges = (all, places) =>
  EDGES.map((edge) => h("div.side", { data: { edge } },
    places.filter((place) => place.edge === edge).sort((place, other) => place.along - other.along).map(
      ({ seat, along }) => {
        all[seat].style.setProperty("--along", along);
        return all[seat];
      })));

const LONG = 9; // letters; longer names are smaller, to fit on one line

/** @param {SeatPanel} seat @param {PageState} state @param {string | null} does */
const seatInside = (seat, state, does) => {
  const notes = seat.noted && !does ? seat.notes.slice(1) : seat.notes;
  return [
    seatMark(seat),
    seat.seat === state.you && h("span.you", t("page.you")),
    state.you === null && state.yours.includes(seat.seat) && h("span.you", t("page.hand.here")),
    h("span.tokens", seat.tokens.map(counter)),
    h("span.name", { translate: "no", title: seat.name, data: { long: seat.name.length > LONG && "yes" } }, seat.name),
    botMark(seat),
    faceUpCards(seat.cards),
    h("span.cue", does || (seat.says ? h("em", seat.says)
      : seat.seat === state.you && seat.cue === "turn" ? t("page.yours") : seat.cueText)),
    notes.length > 0 && h("span.notes", notes.map((note) => h("span", note))),
  ];
};

/** Return the parties without a seat. @param {Party[]} others */
export const parties = (others) => others.map(({ name, tokens, cards, notes }) => h("div.seat.party",
  h("span.name", { translate: "no" }, name), h("span.tokens", tokens.map(counter)), faceUpCards(cards),
  notes.length > 0 && h("span.notes", notes.map((note) => h("span", note)))));

/** Show the seats in table order, and the parties. If `does(seat)` returns words ("" for the cue's), the seat is a
 * button for `act`.
 * @param {HTMLElement} element
 * @param {PageState} state
 * @param {(seat: SeatPanel) => string | null} does
 * @param {(seat: SeatPanel) => void} act
 * @param {SeatPlace[] | null} places where they sit, to stand there */
export function drawSeats(element, state, does = () => null, act = () => {}, places = null) {
  const many = state.seats.length + state.others.length;
  element.dataset.columns = String([1, 1, 2, 3, 2][many] ?? 3);
  element.style.setProperty("--columns", element.dataset.columns);
  const words = state.seats.map(does);
  const changed = show(element, [state.seats, state.others, state.you, state.yours, words, places], () => {
    const all = [...state.seats.map((seat, n) => {
      const acts = words[n] !== null;
      return h(acts ? "button" : "div", {
        class: "seat",
        data: { seat: seat.seat, cue: seat.cue, out: seat.out && "yes", key: `seat${seat.seat}` },
        onclick: acts ? () => act(seat) : null,
      }, seatInside(seat, state, words[n]));
    }), ...parties(state.others)];
    return places ? atTheirEdges(all, places) : all;
  });
  if (changed && state.you !== null) requestAnimationFrame(() => scrollToSeat(element, state.you ?? 0));
}

const ABOVE = 10; // the tag on the viewer's own seat

/** Scroll the seats so that one shows, or its top. @param {HTMLElement} element @param {number} seat */
function scrollToSeat(element, seat) {
  const box = element.getBoundingClientRect(), own = find(`[data-seat="${seat}"]`, element).getBoundingClientRect();
  if (own.top - ABOVE < box.top || own.bottom > box.bottom) element.scrollTop += own.top - ABOVE - box.top;
}

/** Return a line for each part of the table. @param {Part[]} all */
export const partLines = (all) => all.map((part) =>
  h("p.part", { data: { well: part.well ? "yes" : "no" } }, h("b", part.name), h("span", part.text)));

/** Return who waits for the next match, or nothing. @param {PageState} state */
export const nextMatch = ({ people, seats }) => {
  const waiting = people.filter(({ place }) => place >= seats.length).map(({ name }) => name);
  return waiting.length > 0 ? t("page.next.who", { names: waiting.join(", ") }) : "";
};

/** Let a button show the facts that have no room beside the title. */
function fitFacts() {
  const title = find("#title"), small = find("small", title);
  title.dataset.more = "no";
  const { scrollHeight, clientHeight, clientWidth, children } = small;
  const isLong = [...children].map((fact) =>
    fact.toggleAttribute("data-long", /** @type {HTMLElement} */ (fact).offsetWidth > clientWidth));
  if (children.length && (isLong.includes(true) || !clientHeight || scrollHeight > 1.3 * clientHeight))
    title.dataset.more = "yes";
}
const titles = new ResizeObserver(fitFacts);

/** Show the title with facts, and any trouble with the table. @param {PageState} state @param {string[]} facts */
export function drawTop(state, facts) {
  keepFixedWords(state);
  const title = find("#title");
  show(title, [state.title, facts], () => [document.createTextNode(`${state.title} `),
    h("button.quiet", { "aria-label": t("page.offers.more"), data: { key: "facts" },
      onclick: () => title.toggleAttribute("data-open") }, "▾"),
    h("small", facts.map((fact) => [h("span", fact), " "]))]);
  if (!title.dataset.more) titles.observe(title); // first drawn now
  fitFacts();
  const seq = String(state.seq ?? "");
  if (document.body.dataset.seq && document.body.dataset.seq !== seq) matchMovedOn();
  document.body.dataset.seq = seq;
  document.body.dataset.over = state.over ? "yes" : "no";
  const trouble = state.parts.filter((part) => !part.well);
  showIfAny(find("#trouble"), trouble, partLines);
}

const LIVE = { yes: "page.live.yes", slow: "page.live.slow", no: "page.live.no" };

/** Show the state of the connection. @param {"yes" | "slow" | "no"} live */
export function drawLive(live) {
  const { dataset, firstElementChild: words } = find("#live");
  dataset.live = live === "yes" ? "yes" : "no";
  dataset.slow = live === "slow" ? "yes" : "no";
  const text = t(LIVE[live]);
  if (words.textContent !== text) words.textContent = text; // so that a screen reader says it once
}

/** Whether the newest ruling opens by itself: if it has arithmetic, or no room on the page. @param {PageState} state */
export const comesUp = ({ count, focus }) => Boolean(count?.fresh && (count.steps.length || focus.value));

/** Whether the drawing of the table says more than a number. @param {PageState} state */
export const drawsTable = ({ table, focus: { value } }) => {
  if (!table) return false;
  const { amiss, glows, lying } = table;
  return amiss.length > 0
    || (!value && (glows.length > 0 || lying.some(({ kind, lies }) => kind !== "pile" && lies !== "goes")));
};

/** Return links to the cited rules. @param {string[]} rules */
const ruleLinks = (rules) => rules.length > 0 && h("span.cites",
  rules.map((rule) => h("a", { href: ruleAddress(rule) }, rule)));

/** Return one quiet mark that opens the cited rule, or shows the links to several. @param {string[]} rules */
export const whyMark = (rules) => rules.length === 1
  ? h("span.cites", h("a", { href: ruleAddress(rules[0]) }, t("page.why")))
  : rules.length > 0 && h("details.cites", h("summary", t("page.why")), ruleLinks(rules));

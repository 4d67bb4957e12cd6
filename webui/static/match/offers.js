// Forms for the referee's offers, without knowledge of any game. An offer names its move, the given fields, and the
// fields to ask for.

import { post } from "../base/http.js";
import { disableUntil } from "../base/clock.js";
import { aboutCard, button, find, foldedCardNotes, h, served, show, t, fixed } from "../base/dom.js";
import { keepFocus } from "../base/focus.js";
import { seatName, seatMark } from "./board.js";
import { fieldFor, offerKey, offerName } from "./fields.js";

/** The memory of an element with offers: the newest state, the open offers, and whether a move is on its way.
 * @typedef {{ state: PageState, opened: Record<string, Opened>, sends: boolean }} Memory */
/** @type {WeakMap<Element, Memory>} */
const memories = new WeakMap();

/** Show forms for `offers`; `host` acts for the whole table. The likely one `leads`: it is the main button. Typed
 * values and open lists stay as long as the offers do not change. `after` is called after a move.
 * @param {HTMLElement} element @param {PageState} state @param {Offer[]} offers */
export function drawOffers(element, state, offers, { host = false, leads = true, after = () => {} } = {}) {
  const memory = memories.get(element) ?? { state, opened: {}, sends: false };
  memories.set(element, memory);
  memory.state = state; // a tap refers to this state; if the state is outdated, the table refuses the move
  const send = async (offer, values = {}) => {
    const stood = memory.opened;
    memory.sends = true;
    const seat = offer.seat === null ? {} : { seat: offer.seat };
    const move = { ...offer.given, ...values, move: offer.move, ...seat };
    const as = host || isHosts(offer) ? "host" : "seat";
    const made = await post("/api/move", { seen: memory.state.seq, as, move });
    memory.sends = false;
    if (!made) return;
    if (memory.opened === stood) // else the next state came first
      Object.values(stood).forEach(({ close }) => close());
    after();
  };
  // In between there were no offers, so this is a new choice.
  if (!offers.length || !element.firstElementChild) memory.opened = {};
  const near = offers.filter((offer) => !offer.shown.aside), aside = offers.filter((offer) => offer.shown.aside);
  const [first, ...others] = near.filter((offer) => offer.ask.length > 0);
  const duties = state.scene?.duties ?? state.duties;
  const lays = (state.wants.length && !state.scene?.stuck.length) // people lay cards first
    || duties.some(({ seat }) => seat !== null && seat === offers[0]?.seat);
  const lone = near.length === 1 && first && isQuick(first); // there is nothing else to do
  const likely = !leads ? null : lone ? first : !first && !lays ? likelyOffer(near) : null;
  const chooses = others.length > 0 || (first && near.every(isQuick)) || near.some((offer) => offer.shown.among);
  show(element, [offers, likely, state.focus.lacking, state.seats.map((seat) => seat.name)], () => {
    if (memory.sends) memory.opened = {}; // the state after a move may arrive before the answer to it
    const list = (name, some) => chooser(memory.opened, name, state, some, likely, send);
    return [
      chooses ? list("near", near) : [
        first && offerForm(first, state, send),
        h("div.row", near.filter((offer) => offer !== first).map((offer) =>
          offerButton(offer, offer === likely, send))),
      ],
      aside.length > 0 && h("details.folded", { open: Boolean(memory.opened.aside) },
        h("summary", t("page.offers.more")), list("aside", aside)),
    ];
  });
}

/** @typedef {(offer: Offer, values?: Record<string, any>) => void} Send */

/** The open offer of a list: its key, its content then, its form, and its group.
 * @typedef {{ key: string | null, of: string, what: any, among: string | null, close: (from?: string) => void }} Opened
 */

/** Return the offers to seats; the others are the host's or the camera's. Cards that a seat moves on the virtual table
 * are no question: their pictures are the buttons. @param {PageState} state */
export const seatOffers = ({ offers, duties, scene }) => offers.filter(({ by, seat, ask }) => by === "seat"
  && !(ask.some(({ kind }) => kind === "cards")
    && (scene?.reads || (scene?.duties ?? duties).some((duty) => duty.seat === seat))));

/** Return the offers to the host, and to people instead of the camera. @param {PageState} state */
export const tableOffers = ({ offers }) => offers.filter((offer) => offer.by !== "seat");

/** Whether the host alone makes this move. @param {Offer} offer */
const isHosts = (offer) => offer.by === "host" && !offer.typed;

/** Whether an offer takes one tap, or two with only a seat or a word to choose. @param {Offer} offer */
const isQuick = (offer) =>
  offer.ask.length === 0 || (offer.ask.length === 1 && ["seat", "choice"].includes(offer.ask[0].kind));

const PRESSES = { short: t("page.button.short"), long: t("page.button.long"), double: t("page.button.double") };

/** Return a note below a button: the press of a real table's button that does it. @param {string | null} press */
const buttonHint = (press) => press && (!served.virtual || document.body.matches(".table"))
  && h("small.gesture", { data: { press } }, PRESSES[press]);

/** Return the offer that is taken most often: the only one, or the one with which the match goes on. In every game, a
 * long press does that, unless it is one of several answers to a question. @param {Offer[]} offers */
const likelyOffer = (offers) => {
  const leading = offers.length === 1 ? offers : offers.filter((offer) => offer.shown.press === "long");
  return leading.length === 1 && offers.filter(({ move }) => move === leading[0].move).length === 1 ? leading[0] : null;
};

/** @param {Offer} offer @param {boolean} main @param {Send} send */
const offerButton = (offer, main, send) => disableUntil(offer.due, h("button", {
    class: main ? "grow main" : offer.shown.press ? "grow press" : "grow",
    data: { seat: offer.seat, move: offer.move, key: offerKey(offer) }, onclick: () => send(offer),
  }, offerName(offer.shown), buttonHint(offer.shown.press)));

/** Return the line above an opened offer. The focus goes on there, so that a screen reader reads the question.
 * @param {string} [kind] "unseen" above a form, whose button says the same */
const question = (text, kind = "now") => h("p", { class: kind, tabindex: "-1", data: { asks: "yes" } }, text);

/** Return the offers in groups; similar ones, for instance against different players, form one group.
 * @param {Offer[]} offers @returns {Offer[][]} */
function groupAlike(offers) {
  const lists = new Map();
  offers.forEach((offer, n) => {
    const name = offer.shown.among || n;
    lists.set(name, [...(lists.get(name) ?? []), offer]);
  });
  return [...lists.values()];
}

/**
 * Return a list of offers, some of which have fields: the user first chooses an offer, then fills it in. `opened[name]`
 * remembers the open offer.
 * @param {Record<string, Opened>} opened
 * @param {string} name
 * @param {PageState} state
 * @param {Offer[]} offers
 * @param {Offer | null} likely
 * @param {Send} send */
function chooser(opened, name, state, offers, likely, send) {
  const list = h("div.actions");
  const lists = groupAlike(offers);
  /** Return an offer's key; of offers with the same key, such as a higher and a lower number, only the first has it
   * alone. @param {Offer} offer */
  const keyOf = (offer) => {
    const key = offerKey(offer), at = offers.filter((other) => offerKey(other) === key).indexOf(offer);
    return at > 0 ? `${key}.${at}` : key;
  };
  const seats = state.seats.map((seat) => seat.name);
  /** Fill the list. If the focus was in it, it goes on at the new question, or at the offer that it came from.
   * @param {any[]} what @param {string} [from] its key */
  const fill = (what, from) => keepFocus(list, () => list.replaceChildren(...what), () =>
      (from && find(`[data-key="${CSS.escape(from)}"]`, list)) || find("[data-asks]", list));
  /** @param {() => void} back @param {string} [from] */
  const within = (what, back, from) =>
    fill([h("div.asked", what, button("back", t("page.back"), back, "quiet"))], from);
  /** @param {string} [from] */
  const all = (from) => {
    delete opened[name];
    const lacks = name === "near" && offers[0].seat === state.focus.seat ? state.focus.lacking : [];
    fill([...lists.map((some) => (some.length > 1 ? several(some) : single(some[0]))),
      ...lacks.map((move) => h("button", { disabled: true, data: { key: move.value } }, offerName(move)))], from);
  };
  const single = (offer) => {
    if (!offer.ask.length) return offerButton(offer, offer === likely, send);
    const data = { seat: offer.seat, move: offer.move, key: keyOf(offer), more: "yes" };
    return disableUntil(offer.due,
      h("button", { class: offer === likely && "main", data, onclick: () => open(offer) }, offerName(offer.shown)));
  };
  const open = (offer) => {
    const of = JSON.stringify([offer, seats]), was = opened[name];
    const fresh = () => isQuick(offer)
      ? choices(offer, state, send)
      : [question(offer.shown.label, "unseen"), offerForm(offer, state, send)];
    const what = was?.of === of ? was.what : fresh();
    const some = lists.find((other) => other.length > 1 && other.includes(offer));
    opened[name] = { key: keyOf(offer), of, what, among: some ? offer.shown.among : null, close: all };
    within(what, () => (some ? alike(some, keyOf(offer)) : all(keyOf(offer))));
  };
  /** @param {Offer[]} some @param {string} [from] */
  const alike = (some, from) => {
    const key = `among.${some[0].shown.among}`;
    opened[name] = { key: null, of: "", what: null, among: some[0].shown.among, close: all };
    within([question(some[0].shown.among), h("div.actions", some.map(single))], () => all(key), from);
  };
  const several = (some) => {
    const [{ seat, shown: { among, effect } }] = some;
    const name = offerName({ label: among, effect: some.every(({ shown }) => shown.effect === effect) ? effect : "" });
    return h("button", { data: { seat, key: `among.${among}`, more: "yes" }, onclick: () => alike(some) }, name);
  };
  const was = opened[name];
  const same = was && offers.find((offer) => offer.ask.length && keyOf(offer) === was.key);
  const some = was && lists.find((other) => other.length > 1 && other[0].shown.among === was.among);
  if (same) open(same);
  else if (some) alike(some);
  else all();
  return list;
}

/** Return a button for each value of the only field; a tap makes the move.
 * @param {Offer} offer @param {PageState} state @param {Send} send */
function choices(offer, state, send) {
  const ask = /** @type {AskSeat | AskChoice} */ (offer.ask[0]);
  const options = ask.kind === "seat"
    ? ask.seats.map((seat) => [seat, seatName(state.seats[seat])])
    : ask.choices.map((choice) => [choice.value, offerName(choice)]);
  return [
    question(offerName(offer.shown)),
    h("div.choices", options.map(([value, label]) => h("button.option", {
        data: { seat: ask.kind === "seat" && String(value), value: String(value), key: `${offerKey(offer)}.${value}` },
        onclick: () => send(offer, { [ask.field]: value }),
      }, label)
    )),
    ask.kind === "choice" && foldedCardNotes(cardChoices(ask)),
  ];
}

/** Return the choices that are cards. @param {AskChoice} ask */
const cardChoices = (ask) =>
  ask.choices.filter(({ value }) => aboutCard(value)).map(({ value, label }) => ({ card: value, label }));

/** Return an offer's form: its fields, and a button that says what will happen.
 * @param {Offer} offer @param {PageState} state @param {Send} send */
function offerForm(offer, state, send) {
  const values = {};
  const data = { seat: offer.seat, move: offer.move, key: "done" };
  const done = h("button.main.wide", { type: "submit", data });
  const refresh = () => {
    const texts = fields.map((field) => field.text()).filter(Boolean);
    done.textContent = [offer.shown.label, ...texts].join(" ");
    done.disabled = !fields.every((field) => field.ready());
  };
  const fields = offer.ask.map((ask) => fieldFor(ask, values, () => refresh(), state, offer));
  const element = h("form.offer", {
    data: { seat: offer.seat },
    onsubmit: () => { if (!done.disabled) send(offer, values); },
  }, fields.map((field) => field.element), fields.find((field) => field.around)?.around(done) ?? done);
  refresh();
  return element;
}

// -- the moves of several seats --

/** Return the seats with a group. If several may answer at once, all seats `among` keep their place, so that no button
 * moves under a finger.
 * @param {PageState} state @param {Offer[]} offers @param {number[]} busy @param {number[]} among */
export function seatsWithGroup(state, offers, busy, among) {
  const answers = busy.length > 1 && offers.every((offer) => !offer.ask.length)
    && busy.every((seat) => offers.some((offer) => offer.seat === seat));
  return answers ? among.filter((seat) => !state.seats[seat].out) : busy;
}

/** Show the moves of all seats in `box`, for the whole table; return whether there are any.
 * @param {HTMLElement} box @param {PageState} state */
export function drawAllGroups(box, state) {
  const offers = seatOffers(state);
  const all = state.seats.map((seat) => seat.seat);
  const busy = all.filter((seat) => offers.some((offer) => offer.seat === seat));
  drawGroups(box, state, offers, seatsWithGroup(state, offers, busy, all), { host: true });
  return offers.length > 0;
}

/** Show the offers of `seats` in `box`; `host` acts for the whole table. `extras(seat)` adds words or buttons to a
 * group. A seat without offers is shown as waiting.
 * @param {HTMLElement} box
 * @param {PageState} state
 * @param {Offer[]} offers
 * @param {number[]} seats
 * @param {{ host?: boolean, extras?: (seat: number) => [any, () => any | null] }} how */
export function drawGroups(box, state, offers, seats, { host = false, extras = () => [null, () => null] } = {}) {
  const groups = new Map([...box.querySelectorAll("section")].map((group) => [group.dataset.seat, group]));
  show(box, seats, () => seats.map((seat) => groups.get(String(seat))
        ?? h("section.group", { data: { seat: String(seat) } }, h("h2.who"), h("div.forms"), h("div.beside"))));
  seats.forEach((seat, n) => {
    const [name, forms, more] = /** @type {any} */ (box.children[n].children);
    show(name, state.seats[seat].name, (called) => [seatMark(state.seats[seat]), fixed(called)]);
    const theirs = offers.filter((offer) => offer.seat === seat);
    drawOffers(forms, state, theirs, { host, leads: seats.length === 1 });
    const [value, make] = extras(seat);
    const { notes, cueText } = state.seats[seat];
    const waits = theirs.length ? "" : notes[0] ?? cueText;
    show(more, [value, waits], () => make() ?? (waits && h("p.reason", waits)));
  });
}

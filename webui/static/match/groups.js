// The moves of several seats, grouped under each seat's name, symbol and colour.

import { seatMark } from "./board.js";
import { fixed, h, show } from "../base/dom.js";
import { drawOffers, seatOffers } from "./offers.js";

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

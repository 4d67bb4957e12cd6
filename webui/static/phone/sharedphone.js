// A phone for several players. It shows no seat's view until a player opens their own with a tap.

import { post } from "../base/http.js";
import { seatMark } from "../match/board.js";
import { h, rich, show, t } from "../base/dom.js";
import { drawGroups, seatsWithGroup, seatOffers } from "../match/offers.js";

/** Whether several play on this phone and nobody has opened a seat. @param {PageState} state */
export const isUnclaimed = (state) => state.you === null && state.yours.length > 0;

/** Open a seat, or close the open one (null). @param {number | null} seat */
export const openSeatView = (seat) => post("/api/seat/hand", { seat });

/** Return the button that opens a seat; a small one next to other buttons.
 * @param {SeatPanel} seat @param {boolean} small */
const takeButton = (seat, small) => h("button", {
  class: small ? "more" : "main wide", data: { seat: String(seat.seat), key: `take${seat.seat}` },
  "aria-label": small ? t("page.hand.take", { seat: seat.name }) : null, onclick: () => openSeatView(seat.seat),
}, small ? "…" : t("page.hand.take", { seat: seat.name }));

/** Draw the moves that need no open seat, and the buttons that open one. Return false if none of the players may act.
 * @param {HTMLElement} dock @param {PageState} state */
export function drawUnclaimed(dock, state) {
  const { handTo, seats, yours } = state;
  const offers = seatOffers(state); // a host's moves are in the menu
  const busy = yours.filter((seat) => handTo.includes(seat) || offers.some((offer) => offer.seat === seat));
  const alone = busy.length === 1 && handTo.length === 1;
  dock.dataset.alone = alone ? "yes" : "no";
  drawGroups(dock, state, offers, seatsWithGroup(state, offers, busy, yours), {
    extras: (seat) => {
      const panel = seats[seat];
      const asked = handTo.includes(seat);
      return [[alone, asked, panel.name], () => (asked
        ? [
          alone
          && h("p.now", { role: "status" },
            rich(t(state.hides.includes(seat) ? "page.hand.now" : "page.hand.turn", { seat: panel.label }))),
          takeButton(panel, !alone && offers.some((offer) => offer.seat === seat)),
        ]
        : null)];
    },
  });
  return busy.length > 0;
}

/** Return the free seats. @param {PageState} state */
export const freeSeats = (state) => state.seats.filter((seat) => !seat.held && !seat.out);

/** Return the seats that another browser has, perhaps one on this phone. @param {PageState} state */
export const heldSeats = (state) =>
  state.seats.filter((seat) => seat.held && !seat.out && !state.yours.includes(seat.seat));

/** Draw the button that closes the open seat of a shared phone. @param {HTMLElement} button @param {PageState} state */
export function drawHandOver(button, state) {
  button.hidden = state.you === null || state.yours.length < 2;
  show(button, state.you, (you) => (you === null ? [] : [seatMark(state.seats[you]), document.createTextNode(" ⇄")]));
}

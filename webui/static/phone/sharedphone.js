// A phone for several players. It shows no seat's view until a player opens their own with a tap.

import { post, confirmed } from "../base/http.js";
import { nameField, seatMark, seatName } from "../match/board.js";
import { h, rich, show, t } from "../base/dom.js";
import { drawGroups, seatsWithGroup } from "../match/groups.js";

/** Whether several play on this phone and nobody has opened a seat. @param {PageState} state */
export const isUnclaimed = (state) => state.you === null && state.yours.length > 0;

/** Open a seat, or close the open one (null). @param {number | null} seat */
export const openSeatView = (seat) => post("/api/seat/hand", { seat });

/** Return the button that opens a seat; a small one next to other buttons. @param {SeatPanel} seat @param {boolean} small */
const takeButton = (seat, small) => h("button", {
  class: small ? "more" : "main wide", data: { seat: String(seat.seat), key: `take${seat.seat}` },
  "aria-label": small ? t("page.hand.take", { seat: seat.name }) : null, onclick: () => openSeatView(seat.seat),
}, small ? "…" : t("page.hand.take", { seat: seat.name }));

/**
 * Draw the moves that need no open seat, and the buttons that open one. Return false if none of the players may act.
 * @param {HTMLElement} dock @param {PageState} state
 */
export function drawUnclaimed(dock, state) {
  const { handTo, seats, yours } = state;
  const offers = state.offers.filter((offer) => offer.by === "seat"); // a host's moves are in the menu
  const busy = yours.filter((seat) => handTo.includes(seat) || offers.some((offer) => offer.seat === seat));
  const alone = busy.length === 1 && handTo.length === 1;
  dock.dataset.alone = alone ? "yes" : "no";
  drawGroups(dock, state, offers, seatsWithGroup(state, offers, busy, yours), {
    extras: (seat) => {
      const one = seats[seat];
      const asked = handTo.includes(seat);
      return [[alone, asked, one.name], () => (asked ? [
        alone && h("p", { class: "now", role: "status" }, rich(t(state.hides.includes(seat) ? "page.hand.now" : "page.hand.turn", { seat: one.label }))),
        takeButton(one, !alone && offers.some((offer) => offer.seat === seat)),
      ] : null)];
    },
  });
  return busy.length > 0;
}

/** Return this phone's players for its menu: rename them, or leave one by one. @param {any} sheet @param {() => PageState} current */
export const playerForms = (sheet, current) => current().yours.map((seat) => {
  const one = current().seats[seat];
  const name = nameField({ name: `name.${seat}`, value: one.given, "aria-label": t("page.hand.name", { seat: one.label }) });
  return h("form", {
    class: "row player", onsubmit: async (event) => {
      event.preventDefault();
      if (await post("/api/seat/name", { seat, name: name.value })) sheet.close();
    },
  }, seatMark(one), name, h("button", { "aria-label": t("page.keep"), title: t("page.keep") }, "✓"),
  h("button", { type: "button", class: "plain", "aria-label": t("page.hand.leave", { seat: one.label }), title: t("page.hand.leave", { seat: one.label }), data: { key: `leave${seat}` }, onclick: () => leaveSeat(sheet, seat) }, "✕"));
});

/** Say that a name is only corrected, while somebody could also take over. @param {PageState} state */
export const renameHint = (state) => state.match && !state.over && h("p", { class: "reason" }, t("page.seat.name.how"));

/** Leave one seat of this phone, or all (null). @param {any} sheet @param {number | null} seat */
export async function leaveSeat(sheet, seat) {
  const [sure, yes] = seat === null ? ["page.hand.leave.sure", "page.hand.leave.all"] : ["page.seat.leave.sure", "page.seat.leave"];
  if (!(await confirmed(t(sure), t(yes)))) return false;
  if (!(await post("/api/seat/leave", { seat }))) return false;
  sheet.close();
  return true;
}

/** Open the list of free seats for one more player on this phone. @param {any} sheet @param {() => PageState} current */
export const openMoreSeats = (sheet, current) => sheet.open(() => [
  sheet.header(t("page.hand.more")),
  h("p", { class: "reason" }, t("page.hand.more.how")),
  h("div", { class: "choices" }, freeSeats(current()).map((seat) => h("button", {
    class: "option", data: { seat: String(seat.seat), key: `more${seat.seat}` }, onclick: () => post("/api/seat/take", { seat: seat.seat }),
  }, seatName(seat)))),
], { watches: () => [current().yours, freeSeats(current()).length], stands: () => freeSeats(current()).length > 0 });

/** Return the free seats. @param {PageState} state */
export const freeSeats = (state) => state.seats.filter((seat) => !seat.held && !seat.out);

/** Draw the button that closes the open seat of a shared phone. @param {HTMLElement} button @param {PageState} state */
export function drawHandOver(button, state) {
  button.hidden = state.you === null || state.yours.length < 2;
  show(button, state.you, (you) => (you === null ? [] : [seatMark(state.seats[you]), document.createTextNode(" ⇄")]));
}

// A phone for several players: nobody's, until one of them says by a tap that they have it in hand.

import { post, confirmed } from "../base/http.js";
import { seatMark, seatName } from "../match/board.js";
import { h, rich, show, t } from "../base/dom.js";
import { drawGroups, seatsWithGroup } from "../match/groups.js";

/** Do several play on this phone, none of whom has it in hand? @param {PageState} state */
export const isUnclaimed = (state) => state.you === null && state.yours.length > 0;

/** Open a seat's view, or (null) close what is open. @param {number | null} seat */
export const openSeatView = (seat) => post("/api/seat/hand", { seat });

/** To say that one has the phone; small beside what needs no saying. @param {SeatPanel} seat @param {boolean} small */
const takeButton = (seat, small) => h("button", {
  class: small ? "more" : "main wide", data: { seat: String(seat.seat), key: `take${seat.seat}` },
  "aria-label": small ? t("page.hand.take", { seat: seat.name }) : null, onclick: () => openSeatView(seat.seat),
}, small ? "…" : t("page.hand.take", { seat: seat.name }));

/**
 * What this phone's players may do before one has it: what their buttons do, and to say who they are.
 * Returns false where it is on none of them.
 * @param {HTMLElement} dock @param {PageState} state
 */
export function drawUnclaimed(dock, state) {
  const { handTo, seats, yours } = state;
  const offers = state.offers.filter((offer) => offer.by === "seat"); // what a host may do is in the menu
  const busy = yours.filter((seat) => handTo.includes(seat) || offers.some((offer) => offer.seat === seat));
  const alone = busy.length === 1 && handTo.length === 1;
  dock.dataset.alone = alone ? "yes" : "no";
  drawGroups(dock, state, offers, seatsWithGroup(state, offers, busy, yours), {
    beside: (seat) => {
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

/** The players of this phone in its menu: their names, to leave one by one. @param {any} sheet @param {() => PageState} current */
export const playerForms = (sheet, current) => current().yours.map((seat) => {
  const one = current().seats[seat];
  const name = h("input", { name: `name.${seat}`, maxLength: 14, autocomplete: "off", value: one.given, "aria-label": t("page.hand.name", { seat: one.label }) });
  return h("form", {
    class: "row player", onsubmit: async (event) => {
      event.preventDefault();
      if (await post("/api/seat/name", { seat, name: name.value })) sheet.close();
    },
  }, seatMark(one), name, h("button", { "aria-label": t("page.keep"), title: t("page.keep") }, "✓"),
  h("button", { type: "button", class: "plain", "aria-label": t("page.hand.leave", { seat: one.label }), title: t("page.hand.leave", { seat: one.label }), data: { key: `leave${seat}` }, onclick: () => leaveSeat(sheet, seat) }, "✕"));
});

/** Leave one seat of this phone, or (null) all. @param {any} sheet @param {number | null} seat */
export async function leaveSeat(sheet, seat) {
  const [sure, yes] = seat === null ? ["page.hand.leave.sure", "page.hand.leave.all"] : ["page.seat.leave.sure", "page.seat.leave"];
  if (!(await confirmed(t(sure), t(yes)))) return false;
  if (!(await post("/api/seat/leave", { seat }))) return false;
  sheet.close();
  return true;
}

/** The free seats, to take one more on this phone. @param {any} sheet @param {() => PageState} current */
export const openMoreSeats = (sheet, current) => sheet.open(() => [
  sheet.header(t("page.hand.more")),
  h("p", { class: "reason" }, t("page.hand.more.how")),
  h("div", { class: "choices" }, freeSeats(current()).map((seat) => h("button", {
    class: "option", data: { seat: String(seat.seat), key: `more${seat.seat}` }, onclick: () => post("/api/seat/take", { seat: seat.seat }),
  }, seatName(seat)))),
], { watches: () => [current().yours, freeSeats(current()).length], stands: () => freeSeats(current()).length > 0 });

/** The seats that nobody has. @param {PageState} state */
export const freeSeats = (state) => state.seats.filter((seat) => !seat.held && !seat.out);

/** A button that hands the phone over, while somebody has a shared one. @param {HTMLElement} button @param {PageState} state */
export function drawHandOver(button, state) {
  button.hidden = state.you === null || state.yours.length < 2;
  show(button, state.you, (you) => (you === null ? [] : [seatMark(state.seats[you]), document.createTextNode(" ⇄")]));
}

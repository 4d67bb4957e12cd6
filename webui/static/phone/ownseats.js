// What the phone's menu does with the seats of this phone: rename, leave, hand over, take more, get back.

import { post, confirmed } from "../base/http.js";
import { nameChips, nameField, nameForm, seatMark, seatName } from "../match/board.js";
import { button, h, t } from "../base/dom.js";
import { freeSeats, heldSeats, isUnclaimed } from "./sharedphone.js";

/** What the page gives: its state, how to ask for a seat, and how to reconnect.
 * @typedef {{ current: () => PageState, takeSeat: (seat: SeatPanel) => void, again: () => void }} Page */

/** Return this phone's players for its menu: rename them, or leave one by one.
 * @param {any} sheet @param {() => PageState} current */
const playerForms = (sheet, current) =>
  current().yours.map((seat) => {
    const one = current().seats[seat];
    const name = nameField({ name: `name.${seat}`, value: one.given,
      "aria-label": t("page.hand.name", { seat: one.label }) });
    return h("form", {
      class: "row player",
      onsubmit: (event) => {
        event.preventDefault();
        sheet.send("/api/seat/name", { seat, name: name.value });
      },
    }, seatMark(one), name, h("button", { "aria-label": t("page.keep"), title: t("page.keep") }, "✓"),
      h("button", { type: "button", class: "plain", "aria-label": t("page.hand.leave", { seat: one.label }),
        title: t("page.hand.leave", { seat: one.label }), data: { key: `leave${seat}` },
        onclick: () => leaveSeat(sheet, seat) }, "✕"));
  });

/** Say that a name is only corrected, while somebody could also take over. @param {PageState} state */
const renameHint = (state) => state.match && !state.over && h("p", { class: "reason" }, t("page.seat.name.how"));

/** Leave one seat of this phone, or all (null). @param {any} sheet @param {number | null} seat */
async function leaveSeat(sheet, seat) {
  const [sure, yes] = seat === null
    ? ["page.hand.leave.sure", "page.hand.leave.all"]
    : ["page.seat.leave.sure", "page.seat.leave"];
  if (!(await confirmed(t(sure), t(yes)))) return false;
  if (!(await post("/api/seat/leave", { seat }))) return false;
  sheet.close();
  return true;
}

/** Return a button for each seat.
 * @param {string} key @param {SeatPanel[]} seats @param {(seat: SeatPanel) => void} take */
const seatChoices = (key, seats, take) => h("div", { class: "choices" }, seats.map((seat) => h("button", {
  class: "option", data: { seat: String(seat.seat), key: `${key}${seat.seat}` }, onclick: () => take(seat),
}, seatName(seat))));

/** Open the list of free seats for one more player on this phone, who may also have one in another browser.
 * @param {any} sheet @param {Page} page */
const openMoreSeats = (sheet, { current, takeSeat }) =>
  sheet.open(() => [
    sheet.header(t("page.hand.more")),
    h("p", { class: "reason" }, t("page.hand.more.how")),
    seatChoices("more", freeSeats(current()), ({ seat }) => post("/api/seat/take", { seat })),
    heldSeats(current()).length > 0
    && button("mine", t("page.watch.mine"), () => openHeldSeats(sheet, current, takeSeat), "plain"),
  ], { watches: () => [current().yours, freeSeats(current()).length, heldSeats(current()).length],
    stands: () => hasMoreSeats(current()) });

/** Whether this phone may get one more seat. @param {PageState} state */
const hasMoreSeats = (state) => freeSeats(state).length + heldSeats(state).length > 0;

/** Open the list of held seats, one of which may be this player's in another browser.
 * @param {any} sheet @param {() => PageState} current @param {(seat: SeatPanel) => void} take */
export const openHeldSeats = (sheet, current, take) => sheet.open(() => [
  sheet.header(t("page.watch.mine")),
  seatChoices("mine", heldSeats(current()), take),
], { watches: () => heldSeats(current()).map((seat) => seat.name), stands: () => heldSeats(current()).length > 0 });

/** Let a bot take over this phone's seat. @param {any} sheet @param {number | null} seat @param {() => void} again */
async function goHome(sheet, seat, again) {
  if (!(await confirmed(t("page.bot.me.sure"), t("page.go_on")))) return;
  if (await post("/api/seat/over", { seat, level: "fair" })) { sheet.close(); again(); }
}

/** Return the menu's entries for this phone's seats. @param {any} sheet @param {Page} page */
export function ownSeats(sheet, { current, takeSeat, again }) {
  const state = current();
  const { you } = state;
  const sits = state.yours.length > 0, plays = you !== null && state.match && !state.over;
  const rename = (given) => sheet.send("/api/seat/name", { name: given });
  return [
    you !== null && nameForm(t("page.seat.name"), nameField({ value: state.seats[you].given }), t("page.keep"), rename),
    you !== null && renameHint(state),
    you !== null && state.known.length > 0 && nameChips(state.known, rename),
    isUnclaimed(state) && playerForms(sheet, current),
    sits && hasMoreSeats(state)
    && button("more", t("page.hand.more"), () => openMoreSeats(sheet, { current, takeSeat, again })),
    plays
    && button("over", t("page.seat.hand"),
      async () => (await import("../host/handover.js")).handOver(sheet, current, you, again)),
    plays && !state.noBots && button("bot", t("page.bot.me"), () => goHome(sheet, you, again)),
    sits && button("leave", t(isUnclaimed(state) ? "page.hand.leave.all" : "page.seat.leave"), async () => {
      if (await leaveSeat(sheet, you)) again();
    }),
  ];
}

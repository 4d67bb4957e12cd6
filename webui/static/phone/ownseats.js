// The phone's menu for its own seats: rename, leave, hand over, take more, get back.

import { post, confirmed } from "../base/http.js";
import { nameChips, nameField, nameForm, seatMark } from "../match/board.js";
import { button, find, h, t } from "../base/dom.js";
import { list, lists } from "../base/list.js";
import { freeSeats, heldSeats, isUnclaimed } from "./sharedphone.js";

/** The page's part: its state, and how to ask for a seat.
 * @typedef {{ current: () => PageState, takeSeat: (seat: SeatPanel) => void }} Page */

/** Open the form for the name of a player of this phone; on a shared phone, the player can leave there too.
 * @param {() => PageState} current @param {number} seat */
function openName(sheet, current, seat) {
  const shared = isUnclaimed(current());
  const title = shared ? t("page.hand.name", { seat: current().seats[seat].label }) : t("page.seat.name");
  const rename = (name) => sheet.send("/api/seat/name", { seat, name });
  sheet.open(() => {
    const { match, over, known, seats } = current();
    return [
      sheet.header(title),
      h("form.row.name", { onsubmit: ({ target }) => rename(target.elements.name.value) },
        nameField({ class: "grow", value: seats[seat].given, "aria-label": title }),
        h("button.main", { type: "submit" }, t("page.keep"))),
      match && !over && h("p.reason", t("page.seat.name.how")),
      known.length > 0 && nameChips(known, rename),
      shared && button(`leave${seat}`, t("page.hand.leave", { seat: seats[seat].label }), () => leaveSeat(sheet, seat)),
    ];
  }, { watches: () => [current().known, current().seq], stands: () => current().yours.includes(seat) });
  find("#sheet [name=name]")?.select();
}

/** Leave one seat of this phone, or all (null). @param {number | null} seat */
async function leaveSeat(sheet, seat) {
  const [sure, yes] = seat === null
    ? ["page.hand.leave.sure", "page.hand.leave.all"]
    : ["page.seat.leave.sure", "page.seat.leave"];
  if (!(await confirmed(t(sure), t(yes)))) return;
  if (await post("/api/seat/leave", { seat })) sheet.close();
}

/** Return a line for each seat.
 * @param {string} key @param {SeatPanel[]} seats @param {(seat: SeatPanel) => void} take */
const seatChoices = (key, seats, take) => list("", seats.map((seat) => ({ key: `${key}${seat.seat}`,
  icon: seatMark(seat), label: seat.name, does: () => take(seat) })));

/** Open the list of free seats for one more player on this phone, who may also have one in another browser.
 * @param {any} sheet @param {Page} page */
const openMoreSeats = (sheet, { current, takeSeat }) =>
  sheet.open(() => [
    sheet.header(t("page.hand.more")),
    lists(h("p.reason", t("page.hand.more.how")),
      seatChoices("more", freeSeats(current()), ({ seat }) => post("/api/seat/take", { seat })),
      heldSeats(current()).length > 0 && list("", { key: "mine", icon: "away", label: t("page.watch.mine"),
        does: () => openHeldSeats(sheet, current, takeSeat) }),
    ),
  ], { watches: () => [current().yours, freeSeats(current()).length, heldSeats(current()).length],
    stands: () => hasMoreSeats(current()) });

/** Open the form for a player who waits for the next match. @param {() => PageState} current */
export const openNext = (sheet, current) => sheet.open(() => {
    const wait = async (name) => { if (await post("/api/seat/next", { name })) sheet.close(); };
    const { known, people, waitsAt } = current();
    const field = nameField({ value: people.find(({ place }) => place === waitsAt)?.given ?? "" });
    return [sheet.header(t("page.next")), known.length > 0 && nameChips(known, wait),
      nameForm(t("page.sit.other"), field, t("page.sit.go"), wait, "main")];
  });

/** Whether this phone may get one more seat. @param {PageState} state */
const hasMoreSeats = (state) => freeSeats(state).length + heldSeats(state).length > 0;

/** Open the list of held seats. One may be this player's in another browser.
 * @param {() => PageState} current @param {(seat: SeatPanel) => void} take */
export const openHeldSeats = (sheet, current, take) => sheet.open(() => [
  sheet.header(t("page.watch.mine")),
  lists(seatChoices("mine", heldSeats(current()), take)),
], { watches: () => heldSeats(current()).map((seat) => seat.name), stands: () => heldSeats(current()).length > 0 });

/** Let a bot take over this phone's seat. @param {number | null} seat */
async function goHome(sheet, seat) {
  if (!(await confirmed(t("page.bot.me.sure"), t("page.go_on")))) return;
  if (await post("/api/seat/over", { seat, level: "fair" })) sheet.close();
}

/** Return the menu's lines for this phone's seats. @param {any} sheet @param {Page} page */
export function ownSeats(sheet, { current, takeSeat }) {
  const state = current();
  const { you, yours, seats } = state;
  const sits = yours.length > 0, plays = you !== null && state.match && !state.over;
  return [
    state.waitsAt !== null
    && { key: "name", icon: "edit", label: t("page.seat.name"), does: () => openNext(sheet, current) },
    you !== null && { key: "name", icon: "edit", label: t("page.seat.name"), value: seats[you].name,
      does: () => openName(sheet, current, you) },
    isUnclaimed(state) && yours.map((seat) => ({ key: `name${seat}`, icon: seatMark(seats[seat]),
      label: t("page.hand.name", { seat: seats[seat].name }), does: () => openName(sheet, current, seat) })),
    plays && !state.noBots && { key: "bot", icon: "bot", label: t("page.bot.me"), does: () => goHome(sheet, you) },
    plays && { key: "over", icon: "give", label: t("page.seat.hand"),
      does: async () => (await import("../host/handover.js")).handOver(sheet, current, you) },
    sits && hasMoreSeats(state) && { key: "more", icon: "add", label: t("page.hand.more"),
      does: () => openMoreSeats(sheet, { current, takeSeat }) },
    sits && { key: "leave", icon: "leave", label: t(isUnclaimed(state) ? "page.hand.leave.all" : "page.seat.leave"),
      does: () => leaveSeat(sheet, you) },
  ];
}

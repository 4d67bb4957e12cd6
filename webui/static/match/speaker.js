// Which player of this phone speaks: the one whose seat is open, the only one, or the one who says so.

import { h, rich, t } from "../base/dom.js";

/**
 * Call `next` with the seat that speaks, or null without one. A shared phone without an open seat asks first.
 * @param {any} sheet
 * @param {() => PageState} current
 * @param {string} title
 * @param {(seat: number | null) => void} next
 */
export function askSpeaker(sheet, current, title, next) {
  const { you, yours, seats } = current();
  if (you !== null || yours.length < 2) { next(you ?? yours[0] ?? null); return; }
  sheet.open(() => [
    sheet.header(title),
    h("p", {}, t("page.who_says")),
    h("div", { class: "menu" }, yours.map((seat) => h("button", { data: { key: `says${seat}` }, onclick: () => next(seat) }, rich(seats[seat].label)))),
  ]);
}

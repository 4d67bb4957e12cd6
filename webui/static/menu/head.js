// The head of large pages: title, new match, join code, log, menu. And their home, while there is no match.

import { find, rich, served, show, t } from "../base/dom.js";
import { drawHome } from "../host/home.js";
import { openNewMatch } from "../host/newmatch.js";
import { drawTop, nextMatch } from "../match/board.js";
import { openPart, tableMoves, menu } from "./menu.js";

let showHome = () => {};

/** Show the title, any trouble, the news for screen readers, and home without a match. @param {PageState} state */
export function drawHead(state) {
  showHome();
  drawTop(state, [state.roundText, nextMatch(state), ...(state.over ? [] : state.facts)].filter(Boolean));
  show(find("#said"), state.last, rich);
}

/** Return the host's moves for the whole table; what a camera reads has buttons on the page.
 * @param {any} sheet @param {PageState} state */
const hostMoves = (sheet, { offers }) => tableMoves(sheet, offers.filter((offer) => offer.by === "host"));

/** Connect the buttons; `current()` returns the current state, and `more()` lines of the page's own for the menu.
 * @param {{ sheet: any, current: () => PageState, more?: () => any[] }} _ */
export function connectHead({ sheet, current, more = () => [] }) {
  const on = (selector, listen) => find(selector)?.addEventListener("click", listen);

  on("#new", () => openNewMatch(sheet, current));
  on("#join", () => openPart(sheet, "join", t("page.join")));
  on("#log", () => sheet.openLog());
  on("#menu", () =>
    sheet.open(() => menu(sheet, current,
      { as: served.host ? "host" : null, match: [hostMoves(sheet, current()), more()] }), {
      watches:
        () => [current().undo, current().redo, current().seq, current().paused, current().lesson,
          current().seats.map((seat) => seat.held)],
    }));
  showHome = () => { drawHome(sheet, current); };
}

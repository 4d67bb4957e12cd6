// The buttons in the head of large pages: new match, join code, log, menu.

import { find, served } from "../base/dom.js";
import { openJoin } from "../host/join.js";
import { openNewMatch } from "../host/newmatch.js";
import { menu } from "./menu.js";

/** Connect the buttons; `current()` returns the current state. @param {{ sheet: any, current: () => PageState }} _ */
export function connectHead({ sheet, current }) {
  const on = (selector, listen) => find(selector)?.addEventListener("click", listen);

  on("#new", () => openNewMatch(sheet, current));
  on("#join", () => openJoin(sheet));
  on("#log", () => sheet.openLog());
  on("#menu", () => sheet.open(() => menu(sheet, current, { as: served.host ? "host" : null }), {
    watches: () => [current().undo, current().redo, current().seq, current().paused, current().lesson, current().seats.map((seat) => seat.held)],
  }));
  if (served.host && !current().match) openNewMatch(sheet, current, { stands: () => !current().match });
}

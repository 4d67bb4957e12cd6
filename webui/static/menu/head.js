// The head of large pages: title, new match, join code, log, menu. And their home, while there is no match.

import { find, rich, show, t } from "../base/dom.js";
import { drawHome } from "../host/home.js";
import { openNewMatch } from "../host/newmatch.js";
import { drawTop, nextMatch } from "../match/board.js";
import { connectMenu, openPart } from "./menu.js";

let showHome = () => {};

/** Show the title, any trouble, the news for screen readers, and home without a match. @param {PageState} state */
export function drawHead(state) {
  showHome();
  const facts = [nextMatch(state), ...(state.over ? [] : state.facts)].filter(Boolean);
  const isNamed = facts.some((fact) => fact.toLowerCase().includes(state.roundText.toLowerCase()));
  drawTop(state, isNamed ? facts : [state.roundText, ...facts]);
  show(find("#said"), state.last, rich);
}

/** Connect the buttons; `current()` returns the current state, and `does` has functions of the page's own for the menu.
 * @param {{ sheet: any, current: () => PageState, does?: Record<string, () => void> }} _ */
export function connectHead({ sheet, current, does = {} }) {
  const on = (selector, listen) => find(selector)?.addEventListener("click", listen);

  on("#new", () => openNewMatch(sheet, current));
  on("#join", () => openPart(sheet, "join", t("page.join")));
  on("#log", () => sheet.openLog());
  on("#menu", connectMenu(sheet, current, does));
  showHome = () => { drawHome(current); };
}

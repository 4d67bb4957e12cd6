// The end of a match, as the table drew it: who won, the table of all, what was remarkable, curves.

import { find, h, show } from "../base/dom.js";

const STYLE = "/static/match/ending.css";

/** @param {HTMLElement} element @param {PageState} state */
export function drawEnding(element, state) {
  element.hidden = !state.ending;
  if (state.ending && !find(`[href="${STYLE}"]`)) document.head.append(h("link", { rel: "stylesheet", href: STYLE })); // not before the first paint
  show(element, state.ending, () => [...new DOMParser().parseFromString(state.ending, "text/html").body.children]);
  for (const link of element.querySelectorAll("a")) link.search = `from=${location.pathname}`;
}

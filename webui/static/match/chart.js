// The curves of a match that has ended, as the table drew them.

import { find, h, show } from "../base/dom.js";

const STYLE = "/static/match/chart.css";

/** @param {HTMLElement} element @param {PageState} state */
export function drawChart(element, state) {
  element.hidden = !state.chart;
  if (state.chart && !find(`[href="${STYLE}"]`)) document.head.append(h("link", { rel: "stylesheet", href: STYLE })); // not before the first paint
  show(element, state.chart, () => [...new DOMParser().parseFromString(state.chart, "text/html").body.children]);
}

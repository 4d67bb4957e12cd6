// The curves of a match that has ended, as the table drew them.

import { show } from "./dom.js";

/** @param {HTMLElement} element @param {PageState} state */
export function drawChart(element, state) {
  element.hidden = !state.chart;
  show(element, state.chart, () => [...new DOMParser().parseFromString(state.chart, "text/html").body.children]);
}

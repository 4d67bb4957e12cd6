// Show the end of a match, which the server has drawn.

import { post } from "../base/http.js";
import { h, show, stylesheet } from "../base/dom.js";
import { drawnBody } from "../match/drawn.js";

/** Show the end, with the button for the same match again below the winner: there it covers nothing.
 * @param {HTMLElement} element @param {PageState} state @param {any} again */
export function drawEnding(element, state, again) {
  element.hidden = !state.ending;
  if (state.ending) {
    stylesheet("ending/ending");
    import("./sharing.js");
  }
  show(element, [state.ending, again && [state.seq, state.regroups]], () => {
    const body = drawnBody(state.ending);
    if (again) body.querySelector(".winner")?.after(h("p.again", again));
    return [...body.children];
  });
  for (const form of element.querySelectorAll("form")) {
    form.onsubmit = (event) => {
      event.preventDefault();
      post(new URL(form.action).pathname);
    };
  }
}

// Show the end of a match, which the server has drawn.

import { post, wayBack } from "../base/http.js";
import { show, stylesheet } from "../base/dom.js";

/** @param {HTMLElement} element @param {PageState} state */
export function drawEnding(element, state) {
  element.hidden = !state.ending;
  if (state.ending) {
    stylesheet("ending/ending");
    import("./sharing.js");
  }
  show(element, state.ending, () => [...new DOMParser().parseFromString(state.ending, "text/html").body.children]);
  for (const form of element.querySelectorAll("form")) {
    form.onsubmit = (event) => {
      event.preventDefault();
      post(new URL(form.action).pathname);
    };
  }
  for (const link of element.querySelectorAll("a")) link.search = wayBack;
}

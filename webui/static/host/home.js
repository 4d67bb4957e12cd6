// Home, while there is no match or none goes on: all games, and the last one again. A host begins a match here, others
// read the rules.

import { post } from "../base/http.js";
import { find, served } from "../base/dom.js";
import { nextMatch } from "../match/board.js";

/** Whether there is room for it: before a match, and on a host's phone below the result. @param {PageState} state */
const hasRoom = ({ match, over }) =>
  !match || Boolean(over && served.host && document.body.classList.contains("phone"));

/** Show or hide it. The last match begins as it was; if somebody waits for a seat, its form opens.
 * @param {() => PageState} current */
export function drawHome(current) {
  const home = find("#home");
  home.hidden = !hasRoom(current());
  home.dataset.at = current().match ? "end" : "start";
  home.onclick = (event) => {
    const { match } = event.target.closest("[data-match]")?.dataset ?? {};
    if (!match || nextMatch(current())) return;
    event.stopPropagation();
    post("/api/match", JSON.parse(match));
  };
}

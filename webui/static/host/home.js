// Home, while there is no match or none goes on: all games, and the last one again. A host begins a match here, others
// read the rules.

import { post } from "../base/http.js";
import { find, served } from "../base/dom.js";
import { nextMatch } from "../match/board.js";

/** Whether there is room for it: before a match, and on a host's phone below the result. @param {PageState} state */
const hasRoom = ({ match, over }) =>
  !match || Boolean(over && served.host && document.body.classList.contains("phone"));

/** Show or hide it. A game opens its form; the last one begins as it was, unless somebody waits for a seat.
 * @param {() => PageState} current */
export function drawHome(sheet, current) {
  const home = find("#home");
  home.hidden = !hasRoom(current());
  home.dataset.at = current().match ? "end" : "start";
  home.onclick = async ({ target }) => {
    const { game, match } = target.closest("button[data-game]")?.dataset ?? {};
    if (match && !nextMatch(current())) post("/api/match", JSON.parse(match));
    else if (game) (await import("./newmatch.js")).openNewMatch(sheet, current, game);
  };
}

// Home, while there is no match or none goes on: all games, and the last one again. A host begins a match here, others
// read the rules.

import { getJson, post, wayBack } from "../base/http.js";
import { button, find, h, redraw, served, t } from "../base/dom.js";
import { nextMatch } from "../match/board.js";
import { gameCards } from "./games.js";

/** Whether there is room for it: before a match, and on a host's phone below the result. @param {PageState} state */
const hasRoom = ({ match, over }) =>
  !match || Boolean(over && served.host && document.body.classList.contains("phone"));

/** Return the button that begins the last game again as it was, if there is one; if somebody waits, it opens the form.
 * @param {any[]} games @param {() => PageState} current @param {(game: any) => () => Promise<void>} play */
function againButton(games, current, play) {
  const last = games.find((game) => game.again && game.chosen);
  return last && button("playagain", t("page.home.again", { game: last.title }), () =>
    nextMatch(current()) ? play(last)() : post("/api/match", { game: last.name, ...last.chosen }), "main");
}

/** Show or hide it. @param {() => PageState} current */
export async function drawHome(sheet, current) {
  const home = find("#home");
  home.hidden = !hasRoom(current());
  const at = current().match ? "end" : "start";
  if (home.hidden || home.dataset.at === at) return;
  home.dataset.at = at;
  const games = await getJson("/api/games");
  if (!games) { home.dataset.at = ""; return; }
  const play = (game) => async () => (await import("./newmatch.js")).openNewMatch(sheet, current, game.name);
  redraw(find("#games"), at === "start" && againButton(games, current, play),
    served.host && h("h3", t("page.match.which")),
    gameCards(games, (game) => (served.host ? { onclick: play(game) } : { href: `/rules/${game.name}?${wayBack}` })));
}

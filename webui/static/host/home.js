// Home, while there is no match or none goes on: all games, and the last one again. A host begins a match here, others
// read the rules.

import { getJson, post, wayBack } from "../base/http.js";
import { button, find, h, redraw, served, t } from "../base/dom.js";
import { nextMatch } from "../match/board.js";

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

/** Return the number of players and the duration, in words; a line breaks only between the two. */
export const sizeText = ({ least, most, minutes }) => [
  t("page.match.players", { least, most }), minutes && t("page.match.minutes", { least: minutes[0], most: minutes[1] }),
].filter(Boolean).map((part) => part.replaceAll(" ", "\u00a0")).join("\u00a0· ");

/** @param {{ href?: string, onclick?: () => void }} leads */
const gameCard = (game, leads) =>
  h(leads.href ? "a" : "button", { class: "game", data: { game: game.name, key: `game${game.name}` }, ...leads },
    game.picture && h("img", { src: game.picture, alt: "" }), h("span.title", game.title),
    h("span.size", sizeText(game)), game.sentence && h("span.sentence", game.sentence));

/** Return a card for each game, which does something or leads to a page.
 * @param {any[]} games @param {(game: any) => { href?: string, onclick?: () => void }} leads */
export const gameCards = (games, leads) =>
  h("div.games", games.map((game) => gameCard(game, leads(game))));

// The games as cards: picture, name, players and minutes, one sentence.

import { h, t } from "../base/dom.js";

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

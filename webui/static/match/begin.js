// Begin a match or a teach-in from a page. A player alone with a phone sits down with it.

import { confirmed, post } from "../base/http.js";
import { find, t } from "../base/dom.js";

/** The seats of a match of one person, and the usual bots. */
export const ALONE = 3;
export const USUAL = "fair";

/** Return whether one person plays with bots only. @param {string[]} levels each seat's bot, "" for a person */
export const isAlone = (levels) => levels.length > 1 && levels.filter(Boolean).length === levels.length - 1;

/** Begin a match, and return whether the table did. On a phone without a seat, one person among bots gets theirs.
 * @param {PageState} state */
export async function begin({ yours, seats }, match) {
  if (!(await post("/api/match", match))) return false;
  const seat = match.levels.indexOf("");
  if (document.body.classList.contains("phone") && isAlone(match.levels) && !yours.length && !seats[seat].held)
    await post("/api/seat/take", { seat });
  return true;
}

/** Begin the teach-in of the current game, or restart it; ask first if a match is running. @param {PageState} state */
export async function beginLesson(state) {
  const plays = state.match && !state.over && !state.lesson && state.undo !== null;
  if (plays && !(await confirmed(t("page.lesson.sure"), t("page.lesson.start")))) return false;
  return post("/api/lesson");
}

/** Begin it for one person, with two gentle bots. @param {PageState} state */
export const beginAlone = (state) => begin(state,
  { game: find(".games [data-game]").dataset.game, seats: ALONE, levels: ["", "gentle", "gentle"], lesson: true });

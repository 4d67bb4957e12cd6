// Begin a teach-in from a page, or sit down for a match. A player alone with a phone sits down with it.

import { getJson, post } from "../base/http.js";
import { find } from "../base/dom.js";

const ALONE = 3; // the seats of a match of one person

/** Return whether one person plays with bots only. @param {string[]} levels each seat's bot, "" for a person */
export const isAlone = (levels) => levels.length > 1 && levels.filter(Boolean).length === levels.length - 1;

/** Let the only person in a new match sit down, on a phone that has no seat. */
export async function sitAlone() {
  const state = document.body.classList.contains("phone") && await getJson("/api/state");
  if (!state || state.yours.length) return;
  const levels = state.seats.map(({ level }) => level ?? ""), seat = levels.indexOf("");
  if (isAlone(levels) && !state.seats[seat].held) await post("/api/seat/take", { seat });
}

/** Begin the teach-in of the current game. */
export const beginLesson = () => post("/api/lesson");

/** Begin it for one person, with two gentle bots. */
export async function beginAlone() {
  const { game } = find(".games [data-game]").dataset;
  const alone = { game, seats: ALONE, levels: ["", "gentle", "gentle"], lesson: true };
  if (await post("/api/match", alone)) await sitAlone();
}

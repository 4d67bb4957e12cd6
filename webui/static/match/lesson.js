// The teach-in: its offer, its button in a host's menu, and its words.

import { post, confirmed, getJson } from "../base/http.js";
import { button, h, rich, served, show, t } from "../base/dom.js";
import { ALONE, begin } from "./begin.js";

/** Begin the teach-in of the current game, or restart it; ask first if a match is running. @param {PageState} state */
async function beginLesson(state) {
  const plays = state.match && !state.over && !state.lesson && state.undo !== null;
  if (plays && !(await confirmed(t("page.lesson.sure"), t("page.lesson.start")))) return false;
  return post("/api/lesson");
}

/** Begin it for one person, with two gentle bots. @param {PageState} state */
async function beginAlone(state) {
  const games = await getJson("/api/games");
  if (games) begin(state, { game: games[0].name, seats: ALONE, levels: ["", "gentle", "gentle"], lesson: true });
}

/** Return the host's line in the menu. @param {() => PageState} current */
export const lessonEntry = (current, sheet) => served.host && { key: "lesson", icon: "lesson", label: t("page.lesson"),
  does: async () => { if (await beginLesson(current())) sheet.close(); } };

/** Return the current words, and at the end that it is over. @param {LessonTexts} lesson */
export const lessonWords = (lesson) => [
  lesson.texts.map((text) => h("p", {}, rich(text))),
  lesson.last && h("p", {}, h("b", {}, t("page.lesson.over")), " ", t("page.lesson.again")),
];

/** Show its words, or offer it to a host before the first match.
 * @param {HTMLElement} element @param {PageState} state */
export function drawLesson(element, state) {
  const offered = served.host && state.untried && !state.match;
  const several = state.seats.some((seat) => seat.held); // with a phone at a seat, nobody is alone
  element.hidden = !state.lesson && !offered;
  element.dataset.kind = state.lesson ? "told" : offered ? "offered" : "";
  show(element, [state.lesson, offered, several], () => (state.lesson ? lessonWords(state.lesson) : offered && [
    h("p", {}, t("page.lesson.how")),
    button("begin", t("page.lesson.together"), () => beginLesson(state)),
    !several && button("beginalone", t("page.lesson.alone"), () => beginAlone(state)),
  ]));
}

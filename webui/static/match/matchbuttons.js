// Buttons about the match, and lines of the menu: rematch, end of a teach-in, pause, and more time.

import { confirmed, post } from "../base/http.js";
import { button, served, t, h, rich, show } from "../base/dom.js";

/** Return the key of the rematch button's label. @param {PageState} state */
const labelKey = ({ lesson, over }) =>
  (!lesson ? "page.again" : lesson.last || over ? "page.lesson.real" : "page.lesson.skip");

/** Whether this page may ask for a rematch now. @param {PageState} state */
const mayRestart = ({ lesson, over, yours }) =>
  (lesson ? served.host : over !== null && (served.host || yours.length > 0));

/** Return the rematch button, if it may be asked for now. It first says who comes and who leaves.
 * @param {PageState} state */
export const rematchButton = (state) => mayRestart(state) && button("again", t(labelKey(state)), async () => {
  if (!state.regroups || await confirmed(state.regroups, t("page.again"))) post("/api/again", { seen: state.seq });
}, state.over || state.lesson?.last ? "main" : "quiet");

/** Return the pause button for a host. @param {PageState} state */
export const pauseButton = ({ match, over, paused }) => served.host && match && !over
  && button("pause", t(paused ? "page.resume" : "page.pause"), () => post(paused ? "/api/resume" : "/api/pause"),
    paused ? "main" : "quiet");

/** Return the button that gives more time, next to the clock's ring. @param {PageState} state */
export const moreTimeButton = ({ timer }) => served.host && timer
  && button("more-time", t("page.more_time"), () => post("/api/more_time"), "more-time");

/** Whether a host has only bots as opponents, so that nobody minds a new match. @param {PageState} state */
export const playsAgainstBots = ({ you, seats }) =>
  served.host && seats.every(({ seat, level, out }) => seat === you || level || out);

// -- the teach-in --

/** Begin a teach-in by a function of begin.js. @param {"beginLesson" | "beginAlone"} how */
const start = async (how) => (await import("./begin.js"))[how]();

/** Return its current words. @param {LessonTexts} lesson */
export const lessonWords = (lesson) => [
  lesson.texts.map((text) => h("p", rich(text))),
  lesson.last && h("p", h("b", t("page.lesson.over")), " ", t("page.lesson.again")),
];

/** Show its words, or offer it before the first match.
 * @param {HTMLElement} element @param {PageState} state */
export function drawLesson(element, state) {
  const offered = served.host && state.untried && !state.match;
  const several = state.seats.some((seat) => seat.held); // with a phone at a seat, nobody is alone
  element.hidden = !state.lesson && !offered;
  element.dataset.kind = state.lesson ? "told" : offered ? "offered" : "";
  show(element, [state.lesson, offered, several], () => (state.lesson ? lessonWords(state.lesson) : offered && [
    h("p", t("page.lesson.how")),
    button("begin", t("page.lesson.together"), () => start("beginLesson")),
    !several && button("beginalone", t("page.lesson.alone"), () => start("beginAlone")),
  ]));
}

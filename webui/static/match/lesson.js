// The teach-in: its offer, its button in a host's menu, and its words.

import { button, h, rich, served, show, t } from "../base/dom.js";

/** Begin a teach-in by a function of begin.js.
 * @param {"beginLesson" | "beginAlone"} how @param {PageState} state */
const start = async (how, state) => (await import("./begin.js"))[how](state);

/** Return the host's line in the menu. @param {() => PageState} current */
export const lessonEntry = (current, sheet) => served.host && { key: "lesson", icon: "lesson", label: t("page.lesson"),
  does: async () => { if (await start("beginLesson", current())) sheet.close(); } };

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
    button("begin", t("page.lesson.together"), () => start("beginLesson", state)),
    !several && button("beginalone", t("page.lesson.alone"), () => start("beginAlone", state)),
  ]));
}

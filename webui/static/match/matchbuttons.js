// Buttons about the match: rematch, end of a teach-in, pause, and more time.

import { post } from "../base/http.js";
import { button, served, t } from "../base/dom.js";

/** Return the key of the rematch button's label. @param {PageState} state */
const labelKey = ({ lesson, over }) =>
  (!lesson ? "page.again" : lesson.last || over ? "page.lesson.real" : "page.lesson.skip");

/** Whether this page may ask for a rematch now. @param {PageState} state */
const mayRestart = ({ lesson, over, yours }) =>
  (lesson ? served.host : over !== null && (served.host || yours.length > 0));

/** Return the rematch button if it may be pressed now. @param {PageState} state */
export const rematchButton = (state) =>
  mayRestart(state)
  && button("again", t(labelKey(state)), () => post("/api/again", { seen: state.seq }),
    state.over || state.lesson?.last ? "main" : "plain");

/** Return the pause button for a host. @param {PageState} state */
export const pauseButton = ({ match, over, paused }) =>
  served.host && match && !over
  && button("pause", t(paused ? "page.resume" : "page.pause"), () => post(paused ? "/api/resume" : "/api/pause"),
    paused ? "main" : "plain");

/** Return the button that gives more time, next to the clock's ring. @param {PageState} state */
export const moreTimeButton = ({ timer }) => served.host && timer
  && button("more-time", t("page.more_time"), () => post("/api/more_time"), "more-time");

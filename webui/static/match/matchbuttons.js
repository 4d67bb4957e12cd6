// The next match by one tap, nothing asked: the one that ended once more, for whoever has a seat, or for a host the one
// that a teach-in is for. And one that goes on, paused, or its clock given more time.

import { post } from "../base/http.js";
import { h, served, t } from "../base/dom.js";

/** What the button says. @param {PageState} state */
const labelKey = ({ lesson, over }) => (!lesson ? "page.again" : lesson.last || over ? "page.lesson.real" : "page.lesson.skip");

/** Whether this page may ask for it now. @param {PageState} state */
const mayRestart = ({ lesson, over, yours }) => (lesson ? served.host : over !== null && (served.host || yours.length > 0));

/** The button where it may be pressed now. @param {PageState} state */
export const rematchButton = (state) => mayRestart(state) && h("button", {
  class: state.over || state.lesson?.last ? "main" : "plain", data: { key: "again" }, onclick: () => post("/api/again", { seen: state.seq }),
}, t(labelKey(state)));

/** The same for a pause. @param {PageState} state */
export const pauseButton = ({ match, over, paused }) => served.host && match && !over && h("button", {
  class: paused ? "main" : "plain", data: { key: "pause" }, onclick: () => post(paused ? "/api/resume" : "/api/pause"),
}, t(paused ? "page.resume" : "page.pause"));

/** More time for what the clock would end, beside its ring. @param {PageState} state */
export const moreTimeButton = ({ timer }) => served.host && timer && h("button", {
  class: "more-time", data: { key: "more-time" }, onclick: () => post("/api/more_time"),
}, t("page.more_time"));

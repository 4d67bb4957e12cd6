// The next match by one tap, nothing asked: the one that ended once more, for whoever has a seat, or for a host the one
// that a teach-in is for. And one that goes on, paused, or its clock given more time.

import { act } from "../base/act.js";
import { h, served, t } from "../base/dom.js";

/** What the button says. @param {PageState} state */
const says = ({ lesson, over }) => (!lesson ? "page.again" : lesson.last || over ? "page.lesson.real" : "page.lesson.skip");

/** Whether this page may ask for it now. @param {PageState} state */
const may = ({ lesson, over, yours }) => (lesson ? served.host : over !== null && (served.host || yours.length > 0));

/** The button where it may be pressed now. @param {PageState} state */
export const againButton = (state) => may(state) && h("button", {
  class: state.over || state.lesson?.last ? "main" : "plain", data: { key: "again" }, onclick: () => act("/api/again", { seen: state.seq }),
}, t(says(state)));

/** The same for a pause. @param {PageState} state */
export const pauseButton = ({ match, over, paused }) => served.host && match && !over && h("button", {
  class: paused ? "main" : "plain", data: { key: "pause" }, onclick: () => act(paused ? "/api/resume" : "/api/pause"),
}, t(paused ? "page.resume" : "page.pause"));

/** More time for what the clock would end, beside its ring. @param {PageState} state */
export const moreButton = ({ timer }) => served.host && timer && h("button", {
  class: "more-time", data: { key: "more-time" }, onclick: () => act("/api/more_time"),
}, t("page.more_time"));

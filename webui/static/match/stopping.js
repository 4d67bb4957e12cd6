// Stopping for the night: going on another day comes first, then the standings as the result.

import { post } from "../base/http.js";
import { h, served, t } from "../base/dom.js";
import { askSpeaker } from "./speaker.js";

/**
 * Return the button that opens the choice, for a host or a seat of a running match.
 * @param {any} sheet
 * @param {() => PageState} current
 */
export const stopButton = (sheet, current) => {
  const { match, over, lesson, yours } = current();
  if (!match || over || lesson || !(served.host || yours.length)) return false;
  return h("button", { data: { key: "stop" }, onclick: () => sheet.open(() => choice(sheet, current)) }, t("page.stop"));
};

/** @param {any} sheet @param {() => PageState} current */
const choice = (sheet, current) => {
  const { seq, paused } = current();
  const propose = () => askSpeaker(sheet, current, t("page.stop.now"), (seat) => { post("/api/stop", { seat, seen: seq }); sheet.close(); });
  const keep = () => (served.host && !paused ? post("/api/pause") : null);
  return [
    sheet.header(t("page.stop")),
    h("p", {}, t(served.host ? "page.stop.kept" : "page.stop.kept.seat")),
    h("button", { class: "main", data: { key: "stop-keep" }, onclick: () => { keep(); sheet.close(); } }, t("page.stop.keep")),
    h("p", {}, t("page.stop.ends")),
    h("button", { class: "plain", data: { key: "stop-now" }, onclick: propose }, t("page.stop.now")),
  ];
};

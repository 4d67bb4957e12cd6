// The menu of every page: this match, this table, this device. It shows only what the viewer may do.

import { wayBack } from "../base/http.js";
import { button, h, served, t } from "../base/dom.js";
import { deviceButton, languages } from "../device/device.js";
import { lessonButton } from "../match/lesson.js";
import { rematchButton, pauseButton } from "../match/matchbuttons.js";
import { misdealButton, newDealButton, stopButton, undoButtons } from "./entries.js";

/** Return entries under a heading, or nothing without entries. @param {string} name @param {any[]} entries */
const group = (name, ...entries) => {
  const found = entries.flat(Infinity).filter(Boolean);
  return found.length > 0
    && h("section", { class: "menu-group" }, h("h3", {}, name), h("div", { class: "menu" }, found));
};

/** Return the host's entries, each of which loads its script when tapped.
 * @param {any} sheet @param {() => PageState} current */
function hostEntries(sheet, current) {
  if (!served.host)
    return button("host", t("page.host.become"), async () => (await import("../host/join.js")).openHostCode(sheet));
  return [
    button("new", t("page.match"), async () => (await import("../host/newmatch.js")).openNewMatch(sheet, current)),
    button("join", t("page.join"), async () => (await import("../host/join.js")).openJoin(sheet)),
    button("host", t("page.host"), async () => (await import("../host/hostdesk.js")).openHostDesk(sheet, current)),
  ];
}

/**
 * Return the menu; `as` is the actor of an undo, and pages add entries of their own.
 * @param {any} sheet
 * @param {() => PageState} current
 * @param {{ as: "host" | "seat" | null, match?: any[], device?: any[], first?: any }} how
 */
export function menu(sheet, current, { as, match = [], device = [] }) {
  const state = current();
  const link = (key, page, label) => h("a", { class: "button", href: `${page}?${wayBack}`, data: { key } }, label);
  return [
    sheet.header(t("page.menu")),
    group(t("page.menu.match"),
      state.match && button("log", t("page.log"), () => sheet.openLog()),
      state.count && button("count", t("page.count.again"), sheet.reopen),
      match,
      as && undoButtons(sheet, current, as),
      newDealButton(sheet, current),
      misdealButton(sheet, current),
      pauseButton(state),
      stopButton(sheet, current),
      state.lesson && rematchButton(state),
      lessonButton(current, sheet)),
    group(t("page.menu.table"),
      hostEntries(sheet, current),
      link("rules", "/rules", t("page.rules.all")),
      (as || served.host) && link("history", "/history", t("page.history")),
      state.club && link("club", "/club", state.club.name),
      served.host && link("data", "/data", t("page.data"))),
    group(t("page.menu.device"),
      device,
      deviceButton(sheet, current),
      h("div", { class: "row languages" }, languages(state.locale))),
  ];
}

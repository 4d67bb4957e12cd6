// The menu of every page: this match, this table, this device. It shows only what the viewer may do.

import { rematchButton, pauseButton } from "./matchbuttons.js";
import { deviceButton, languages } from "../device/device.js";
import { h, served, t } from "../base/dom.js";
import { hostMenu } from "../host/hostmenu.js";
import { lessonButton } from "./lesson.js";
import { stopButton } from "./stopping.js";
import { misdealButton } from "./misdeal.js";
import { newDealButton, undoButtons } from "./undo.js";

/** Return entries under a heading, or nothing without entries. @param {string} name @param {any[]} entries */
const group = (name, ...entries) => {
  const found = entries.flat(Infinity).filter(Boolean);
  return found.length > 0 && h("section", { class: "menu-group" }, h("h3", {}, name), h("div", { class: "menu" }, found));
};

/**
 * Return the menu; `as` is the actor of an undo, and pages add entries of their own.
 * @param {any} sheet
 * @param {() => PageState} current
 * @param {{ as: "host" | "seat" | null, match?: any[], device?: any[], first?: any }} how
 */
export function menu(sheet, current, { as, match = [], device = [], first = null }) {
  const state = current();
  const here = `?from=${location.pathname}`;
  const link = (key, page, label) => h("a", { class: "button", href: page + here, data: { key } }, label);
  return [
    sheet.header(t("page.menu")),
    group(t("page.menu.match"),
      state.match && h("button", { data: { key: "log" }, onclick: () => sheet.openLog() }, t("page.log")),
      state.count && h("button", { data: { key: "count" }, onclick: sheet.reopen }, t("page.count.again")),
      match,
      as && undoButtons(sheet, current, as),
      newDealButton(sheet, current),
      misdealButton(sheet, current),
      pauseButton(state),
      stopButton(sheet, current),
      state.lesson && rematchButton(state),
      lessonButton(current, sheet)),
    group(t("page.menu.table"),
      hostMenu(sheet, current),
      link("rules", "/rules", t("page.rules.all")),
      (as || served.host) && link("history", "/history", t("page.history")),
      state.club && link("club", "/club", state.club.name),
      served.host && link("data", "/data", t("page.data"))),
    first,
    group(t("page.menu.device"),
      device,
      deviceButton(sheet, current),
      h("div", { class: "row languages" }, languages(state.locale))),
  ];
}

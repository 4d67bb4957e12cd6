// The menu of every page: this match, the viewer, this table, this device. It shows only what the viewer may do, the
// frequent things first.

import { wayBack } from "../base/http.js";
import { served, t } from "../base/dom.js";
import { list, lists } from "../base/list.js";
import { deviceEntries } from "../device/device.js";
import { lessonEntry } from "../match/lesson.js";
import { rematchEntry } from "../match/matchbuttons.js";
import { misdealEntry, newDealEntry, stopEntry, undoEntries } from "./entries.js";

/** Return what a host does at the table; each loads its script when tapped.
 * @param {() => PageState} current */
const hostEntries = (sheet, current) => (served.host ? [
  { key: "new", icon: "add", label: t("page.match"),
    does: async () => (await import("../host/newmatch.js")).openNewMatch(sheet, current) },
  { key: "join", icon: "join", label: t("page.join"),
    does: async () => (await import("../host/join.js")).openJoin(sheet) },
  { key: "host", icon: "host", label: t("page.host"),
    does: async () => (await import("../host/hostdesk.js")).openHostDesk(sheet, current) },
] : { key: "host", icon: "host", label: t("page.host.become"),
  does: async () => (await import("../host/join.js")).openHostCode(sheet) });

/** Return the menu; `as` is the actor of an undo, and pages add their own entries.
 * @param {any} sheet @param {() => PageState} current
 * @param {{ as: "host" | "seat" | null, match?: any[], own?: any[] }} how */
export function menu(sheet, current, { as, match = [], own = [] }) {
  const state = current();
  const link = (key, icon, label) => ({ key, icon, label, href: `/${key}?${wayBack}` });
  return [
    sheet.header(t("page.menu")),
    lists(
      list(t("page.menu.match"),
        as && undoEntries(sheet, current, as),
        state.match && { key: "log", icon: "log", label: t("page.log"), does: () => sheet.openLog() },
        state.count && { key: "count", icon: "sum", label: t("page.count.again"), does: sheet.reopen },
        match,
        stopEntry(sheet, current),
        misdealEntry(sheet, current),
        newDealEntry(sheet, current),
        state.lesson && rematchEntry(state)),
      list(t("page.menu.you"), own),
      list(t("page.menu.table"),
        hostEntries(sheet, current),
        lessonEntry(current, sheet),
        link("rules", "rules", t("page.rules.all")),
        (as || served.host) && link("history", "past", t("page.history")),
        state.club && link("club", "club", state.club.name),
        served.host && [link("settings", "edit", t("page.settings")), link("data", "backup", t("page.data"))]),
      list(t("page.menu.device"), deviceEntries(sheet, current)),
    ),
  ];
}

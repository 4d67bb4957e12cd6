// The menu of every page: this match, the viewer, this table, this device. It shows only what the viewer may do, the
// frequent things first.

import { wayBack, post, confirmed } from "../base/http.js";
import { served, t, templated, button, h } from "../base/dom.js";
import { list, lists } from "../base/list.js";
import { lessonEntry, rematchEntry } from "../match/matchbuttons.js";
import { seatMark } from "../match/board.js";
import { offerKey } from "../match/fields.js";
import { askForSound, settings } from "../device/sound.js";

/** Return what a host does at the table; each loads its script when tapped.
 * @param {() => PageState} current */
const hostEntries = (sheet, current) => (served.host ? [
  { key: "new", icon: "add", label: t("page.match"),
    does: async () => (await import("../host/newmatch.js")).openNewMatch(sheet, current) },
  { key: "join", icon: "join", label: t("page.join"), does: () => openPart(sheet, "join", t("page.join")) },
  { key: "host", icon: "host", label: t("page.host"),
    does: async () => (await import("../host/handover.js")).openHostDesk(sheet, current) },
] : { key: "host", icon: "host", label: t("page.host.become"), does: async () => {
  await import("../host/join.js");
  openPart(sheet, "become", t("page.host"));
} });

/** Open a part of the page that never changes as a sheet. @param {string} name @param {string} title */
export const openPart = (sheet, name, title) => sheet.open(() => [sheet.header(title), templated(name)]);

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

/** @typedef {() => PageState} Current */

/** Open a list of lines below a sentence. @param {string} title @param {string} how @param {() => any[]} entries */
const openList = (sheet, title, how, entries) =>
  sheet.open(() => [sheet.header(title), lists(how && h("p", how), list("", entries()))]);

// -- moves for the whole table --

/** Return a line for each of the `offers` that no single seat takes up. @param {Offer[]} offers */
export const tableMoves = (sheet, offers) =>
  offers.filter((offer) => offer.seat === null).map((offer) => ({ key: `table.${offerKey(offer)}`, icon: "edit",
    label: offer.shown.label, move: offer.move, does: () => sheet.correct(offer) }));

// -- undo and redo --

/** Return the viewer's undo and redo, each with the move that it is about; `as` is the actor.
 * @param {Current} current @param {string} as */
function undoEntries(sheet, current, as) {
  const { undo, redo } = current();
  const undoIt = async () => {
    const { seq, undo: what } = current();
    if (!(await confirmed(t("page.undo.sure", { what }), t("page.undo"), t("page.undo.keep")))) return;
    sheet.send("/api/undo", { seen: seq, as });
  };
  const redoIt = () => sheet.send("/api/redo", { seen: current().seq, as });
  return [
    undo && { key: "undo", icon: "undo", label: t("page.undo"), value: undo, does: undoIt },
    redo !== null && { key: "redo", icon: "redo", label: t("page.redo"), value: redo, does: redoIt },
  ];
}

// -- the cards are dealt again --

/** Return the line with which a host has the cards dealt again, or nothing.
 * @param {Current} current */
function newDealEntry(sheet, current) {
  const { anew } = current();
  return anew !== null && { key: "anew", icon: "deal", label: t("page.anew"), does: async () => {
    const { seq } = current();
    if (!(await confirmed(anew, t("page.anew"), t("page.anew.keep")))) return;
    sheet.send("/api/deal_anew", { seen: seq });
  } };
}

/** A player's complaints about the cards. The table then asks everybody whether to deal again. */
const WRONG = {
  none_left: "page.misdeal.none_left", too_few: "page.misdeal.too_few", too_many: "page.misdeal.too_many",
  lost: "page.misdeal.lost", twice: "page.misdeal.twice",
};

/** Return the line that opens the choice, for a seat of a match with hands.
 * @param {Current} current */
function misdealEntry(sheet, current) {
  const { yours, dealt } = current();
  const say = (wrong, seen) =>
    askSpeaker(sheet, current, t(WRONG[wrong]), (seat) => sheet.send("/api/misdeal", { seat, wrong, seen }));
  const complaints = ({ seq }) => Object.entries(WRONG).map(([wrong, key]) =>
    ({ key: `misdeal-${wrong}`, icon: "wrong", label: t(key), does: () => say(wrong, seq) }));
  return dealt && yours.length > 0 && { key: "misdeal", icon: "wrong", label: t("page.misdeal"),
    does: () => openList(sheet, t("page.misdeal"), t("page.misdeal.then"), () => complaints(current())) };
}

// -- a pause, or the end for tonight --

/** Return the line that opens the choice, for a host or a seat of a running match.
 * @param {Current} current */
function stopEntry(sheet, current) {
  const { match, over, lesson, yours } = current();
  return match && !over && !lesson && (served.host || yours.length > 0)
    && { key: "stop", icon: "night", label: t("page.stop"), does: () => sheet.open(() => stopChoice(sheet, current)) };
}

/** Offer a pause or its end first, then to take the standings as the result.
 * @param {Current} current */
function stopChoice(sheet, current) {
  const { seq, paused } = current();
  const propose = () =>
    askSpeaker(sheet, current, t("page.stop.now"), (seat) => {
      post("/api/stop", { seat, seen: seq });
      sheet.close();
    });
  const keep = () => {
    if (served.host) post(paused ? "/api/resume" : "/api/pause");
    sheet.close();
  };
  return [
    sheet.header(t("page.stop")),
    h("p", t(served.host ? "page.stop.kept" : "page.stop.kept.seat")),
    button("stop-keep", t(paused ? "page.resume" : "page.stop.keep"), keep, "main"),
    h("p", t("page.stop.ends")),
    button("stop-now", t("page.stop.now"), propose, "quiet"),
  ];
}

// -- who speaks --

/** Call `next` with the seat of this phone that speaks, or null without one: the seat that is open, the only one, or
 * the one whose player says so.
 * @param {Current} current @param {string} title @param {(seat: number | null) => void} next */
function askSpeaker(sheet, current, title, next) {
  const { you, yours, seats } = current();
  if (you !== null || yours.length < 2) { next(you ?? yours[0] ?? null); return; }
  openList(sheet, title, t("page.who_says"), () => yours.map((seat) => ({ key: `says${seat}`,
    icon: seatMark(seats[seat]), label: seats[seat].name, does: () => next(seat) })));
}

// -- this device --

/** Return the menu's lines. @param {() => PageState} current */
function deviceEntries(sheet, current) {
  return [
    !settings.asked && { key: "sounds", icon: "bell", label: t("page.sound.ask"),
      does: () => { sheet.close(); askForSound(); } },
    { key: "device", icon: "sound", label: t("page.device"),
      does: async () => (await import("../device/settings.js")).openSettings(sheet, current) },
    { key: "language", icon: "language", label: t("page.language"),
      value: served.language, does: () => openPart(sheet, "languages", t("page.language")) },
  ];
}

// The menu's own entries about the running match: moves for the whole table, undo and redo, a new deal, a misdeal, and
// stopping for the night.

import { post, confirmed } from "../base/http.js";
import { button, h, rich, served, t } from "../base/dom.js";
import { offerKey } from "../match/fields.js";

/** @typedef {() => PageState} Current */

// -- moves for the whole table ------------------------------------------------------------

/** Return a button for each of the `offers` that no single seat takes up. @param {any} sheet @param {Offer[]} offers */
export const tableMoves = (sheet, offers) =>
  offers.filter((offer) => offer.seat === null).map((offer) =>
    h("button", { data: { move: offer.move, key: `table.${offerKey(offer)}` }, onclick: () => sheet.correct(offer) },
      offer.shown.label)
  );

// -- undo and redo ------------------------------------------------------------------------

/** Return a button with the move that it is about.
 * @param {string} key @param {string} label @param {string} what @param {() => void} does */
const stepButton = (key, label, what, does) =>
  button(key, [h("span", {}, label), what && h("small", {}, rich(what))], does, "step");

/** Return the viewer's undo and redo buttons; `as` is the actor.
 * @param {any} sheet @param {Current} current @param {string} as */
export function undoButtons(sheet, current, as) {
  const { undo, redo } = current();
  const undoIt = async () => {
    const { seq, undo: what } = current();
    if (!(await confirmed(t("page.undo.sure", { what }), t("page.undo"), t("page.undo.keep")))) return;
    sheet.send("/api/undo", { seen: seq, as });
  };
  const redoIt = () => sheet.send("/api/redo", { seen: current().seq, as });
  return [
    undo && stepButton("undo", t("page.undo"), undo, undoIt),
    redo !== null && stepButton("redo", t("page.redo"), redo, redoIt),
  ];
}

// -- the cards are dealt again ------------------------------------------------------------

/** Return the button with which a host has the cards dealt again, or nothing.
 * @param {any} sheet @param {Current} current */
export function newDealButton(sheet, current) {
  const { anew } = current();
  return anew !== null && button("anew", t("page.anew"), async () => {
    const { seq } = current();
    if (!(await confirmed(anew, t("page.anew"), t("page.anew.keep")))) return;
    sheet.send("/api/deal_anew", { seen: seq });
  });
}

/** What a player says is wrong with the cards. The table then asks everybody whether to deal again. */
const WRONG = {
  none_left: "page.misdeal.none_left", too_few: "page.misdeal.too_few", too_many: "page.misdeal.too_many",
  lost: "page.misdeal.lost", twice: "page.misdeal.twice",
};

/** Return the button that opens the choice, for a seat of a match with hands.
 * @param {any} sheet @param {Current} current */
export function misdealButton(sheet, current) {
  const { yours, dealt } = current();
  return dealt && yours.length > 0
    && button("misdeal", t("page.misdeal"), () => sheet.open(() => misdealChoice(sheet, current)));
}

/** @param {any} sheet @param {Current} current */
function misdealChoice(sheet, current) {
  const { seq } = current();
  const say = (wrong) =>
    askSpeaker(sheet, current, t(WRONG[wrong]), (seat) => sheet.send("/api/misdeal", { seat, wrong, seen: seq }));
  return [
    sheet.header(t("page.misdeal")),
    h("p", {}, t("page.misdeal.then")),
    h("div", { class: "menu" },
      Object.entries(WRONG).map(([wrong, key]) => button(`misdeal-${wrong}`, t(key), () => say(wrong)))),
  ];
}

// -- stopping for the night ---------------------------------------------------------------

/** Return the button that opens the choice, for a host or a seat of a running match.
 * @param {any} sheet @param {Current} current */
export function stopButton(sheet, current) {
  const { match, over, lesson, yours } = current();
  return match && !over && !lesson && (served.host || yours.length > 0)
    && button("stop", t("page.stop"), () => sheet.open(() => stopChoice(sheet, current)));
}

/** Offer to go on another day first, then to take the standings as the result.
 * @param {any} sheet @param {Current} current */
function stopChoice(sheet, current) {
  const { seq, paused } = current();
  const propose = () =>
    askSpeaker(sheet, current, t("page.stop.now"), (seat) => {
      post("/api/stop", { seat, seen: seq });
      sheet.close();
    });
  const keep = () => {
    if (served.host && !paused) post("/api/pause");
    sheet.close();
  };
  return [
    sheet.header(t("page.stop")),
    h("p", {}, t(served.host ? "page.stop.kept" : "page.stop.kept.seat")),
    button("stop-keep", t("page.stop.keep"), keep, "main"),
    h("p", {}, t("page.stop.ends")),
    button("stop-now", t("page.stop.now"), propose, "plain"),
  ];
}

// -- who speaks ---------------------------------------------------------------------------

/**
 * Call `next` with the seat of this phone that speaks, or null without one: the seat that is open, the only one, or
 * the one whose player says so.
 * @param {any} sheet @param {Current} current @param {string} title @param {(seat: number | null) => void} next
 */
function askSpeaker(sheet, current, title, next) {
  const { you, yours, seats } = current();
  if (you !== null || yours.length < 2) { next(you ?? yours[0] ?? null); return; }
  sheet.open(() => [
    sheet.header(title),
    h("p", {}, t("page.who_says")),
    h("div", { class: "menu" }, yours.map((seat) => button(`says${seat}`, rich(seats[seat].label), () => next(seat)))),
  ]);
}

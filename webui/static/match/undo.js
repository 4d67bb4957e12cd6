// Undo and redo buttons, each with the move it is about, and the button that has the cards dealt again.

import { post, confirmed } from "../base/http.js";
import { h, rich, t } from "../base/dom.js";

/** @param {string} key @param {string} label @param {string} what @param {() => void} does */
const stepButton = (key, label, what, does) => h("button", { class: "step", data: { key }, onclick: does },
  h("span", {}, label), what && h("small", {}, rich(what)));

/**
 * Return the viewer's undo and redo buttons. `current()` returns the current state, `as` is the actor.
 * @param {{ close: () => void }} sheet
 * @param {() => PageState} current
 * @param {string} as
 */
export function undoButtons(sheet, current, as) {
  const undo = async () => {
    const { seq, undo: what } = current();
    if (!(await confirmed(t("page.undo.sure", { what }), t("page.undo"), t("page.undo.keep")))) return;
    if (await post("/api/undo", { seen: seq, as })) sheet.close();
  };
  const redo = async () => {
    if (await post("/api/redo", { seen: current().seq, as })) sheet.close();
  };
  const now = current();
  return [
    now.undo && stepButton("undo", t("page.undo"), now.undo, undo),
    now.redo !== null && stepButton("redo", t("page.redo"), now.redo, redo),
  ];
}

/** Return the button with which a host has the cards dealt again, or nothing. @param {{ close: () => void }} sheet @param {() => PageState} current */
export function newDealButton(sheet, current) {
  const { anew } = current();
  const deal = async () => {
    const { seq } = current();
    if (!(await confirmed(anew, t("page.anew"), t("page.anew.keep")))) return;
    if (await post("/api/deal_anew", { seen: seq })) sheet.close();
  };
  return anew !== null && h("button", { data: { key: "anew" }, onclick: deal }, t("page.anew"));
}

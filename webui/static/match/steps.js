// The last step taken back, and made again: each button says what it is about.

import { act, confirmed } from "../base/act.js";
import { h, rich, t } from "../base/dom.js";

/** @param {string} key @param {string} label @param {string} what @param {() => void} does */
const step = (key, label, what, does) => h("button", { class: "step", data: { key }, onclick: does },
  h("span", {}, label), what && h("small", {}, rich(what)));

/**
 * The buttons that this viewer has now. `current()` is the state that is shown, `as` who acts.
 * @param {{ close: () => void }} sheet
 * @param {() => PageState} current
 * @param {string} as
 */
export function steps(sheet, current, as) {
  const undo = async () => {
    const { seq, undo: what } = current();
    if (!(await confirmed(t("page.undo.sure", { what }), t("page.undo"), t("page.undo.keep")))) return;
    if (await act("/api/undo", { seen: seq, as })) sheet.close();
  };
  const redo = async () => {
    if (await act("/api/redo", { seen: current().seq, as })) sheet.close();
  };
  const now = current();
  return [
    now.undo && step("undo", t("page.undo"), now.undo, undo),
    now.redo !== null && step("redo", t("page.redo"), now.redo, redo),
  ];
}

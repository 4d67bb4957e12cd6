// The last step taken back, and made again: each button says what it is about.

import { post, confirmed } from "../base/http.js";
import { h, rich, t } from "../base/dom.js";

/** @param {string} key @param {string} label @param {string} what @param {() => void} does */
const stepButton = (key, label, what, does) => h("button", { class: "step", data: { key }, onclick: does },
  h("span", {}, label), what && h("small", {}, rich(what)));

/**
 * The buttons that this viewer has now. `current()` is the state that is shown, `as` who acts.
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

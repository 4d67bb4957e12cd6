// Going back to just before an entry of the log: what is undone comes first, then one yes.

import { post, getJson } from "../base/http.js";
import { h, rich, t } from "../base/dom.js";
import { textList } from "./correct.js";

/**
 * Show what going back to just before a line of the log undoes, and go back after one yes. `seq()` returns the
 * current state's number.
 * @param {{ open: (make: () => any) => void, close: () => void, back: () => void, header: (text: string) => any }} sheet
 * @param {() => number | null} seq
 * @param {LogLine} line
 */
export async function openGoingBack(sheet, seq, line) {
  const seen = seq();
  const asked = await getJson(`/api/back?to=${line.seq}`);
  if (!asked) return;
  const yes = async () => { if (await post("/api/back", { to: line.seq, seen })) sheet.close(); };
  sheet.open(() => [
    sheet.header(t("page.back.here")),
    h("p", {}, rich(line.text)),
    h("p", {}, asked.sure),
    h("details", { class: "follows" }, h("summary", {}, `${t("page.back.list")} (${asked.cut.length})`), textList(asked.cut)),
    h("div", { class: "row" },
      h("button", { class: "grow", data: { key: "keep" }, onclick: sheet.back }, t("page.undo.keep")),
      h("button", { class: "main grow", data: { key: "goback" }, onclick: yes }, t("page.back.here"))),
  ]);
}

// Correct a card: choose the right one, and decide what happens to later moves that no longer fit. Or go back to just
// before an entry of the log: the page shows the moves to undo, then asks once.

import { post, getJson } from "../base/http.js";
import { button, h, heading, rich, t } from "../base/dom.js";
import { crop, doubt } from "./crops.js";

/** @typedef {{ open: (make: () => any) => void, send: (path: string, body: any) => void, close: () => void, back: () =>
 * void, header: (text: string) => any }} Sheet */

/** Ask for the right card at place `at` of the entry `of`. `seq()` returns the current state's number, `as` is the
 * actor.
 * @param {Sheet} sheet @param {() => number | null} seq @param {string} as @param {number} of @param {number} at */
export async function openCorrection(sheet, seq, as, of, at) {
  const asked = await getJson(`/api/correct?of=${of}&at=${at}`);
  if (!asked) return;
  const send = async (card, seen, back = false) => {
    const answer = await post("/api/correct", { of, at, card, seen, back, as });
    if (answer?.asks) sheet.open(() => conflictSheet(sheet, answer.asks, () => send(card, seen, true)));
    else if (answer) sheet.back();
  };
  sheet.open(() => [
    sheet.header(t("page.correct")),
    h("section.ask", { data: { doubt: "yes" } },
      doubt(crop(asked.proof, ""), t("page.correct.as", { card: asked.label }), asked.cards.length, [
        asked.cards.map(({ card, label, fits }) => h("button.card", {
            data: { card, key: `named${card}`, fits: fits ? "yes" : "no" },
            onclick: () => send(card, seq()),
          }, h("span", { translate: "no" }, label), !fits && h("small", t("page.correct.asks")))),
        !asked.cards.length && h("p", t("page.correct.only")),
      ], "div")),
  ]);
}

/** Show which moves would stay and which would be cut, before anything is done.
 * @param {Sheet} sheet @param {{ title: string, why: string, kept: string[], cut: string[] }} asks
 * @param {() => void} back */
const conflictSheet = (sheet, asks, back) => [
  h("div.head", heading(asks.title)),
  h("p", rich(asks.why)),
  asks.kept.length > 0 && foldedMoves("page.correct.kept", asks.kept),
  foldedMoves("page.correct.cut", asks.cut, true),
  h("div.row", button("leave", t("page.correct.leave"), sheet.close, "grow"),
    button("back", t("page.correct.back"), back, "main grow")),
];

/** @param {string} key @param {string[]} texts @param {boolean} [open] */
const foldedMoves = (key, texts, open = false) => h("details.follows", { open },
  h("summary", `${t(key)} (${texts.length})`), h("ol", texts.map((text) => h("li", rich(text)))));

/** Show what going back to just before an entry of the log undoes, and go back after one yes. `seq()` returns the
 * current state's number.
 * @param {Sheet} sheet @param {() => number | null} seq @param {number} to @param {string} text of the entry */
export async function openGoingBack(sheet, seq, to, text) {
  const seen = seq();
  const asked = await getJson(`/api/back?to=${to}`);
  if (!asked) return;
  const yes = () => sheet.send("/api/back", { to, seen });
  sheet.open(() => [
    sheet.header(t("page.back.here")),
    h("p", rich(text)),
    h("p", asked.sure),
    foldedMoves("page.back.list", asked.cut),
    h("div.row", button("keep", t("page.undo.keep"), sheet.back, "grow"),
      button("goback", t("page.back.here"), yes, "main grow")),
  ]);
}

// Hands that are hidden on this page, and what a tap on them does.

import { post, toast } from "../base/http.js";
import { button, h, t } from "../base/dom.js";
import { cardSheet, handLabel, handViews } from "../match/handcards.js";

/** @typedef {PageState & { scene: VirtualScene }} VirtualState */

/** Whether a held card is hidden on this page. @param {VirtualScene} scene @param {string} id */
export const isHidden = (scene, id) => scene.faces[id] === undefined;

/**
 * Show the cards of a seat without a phone, while the others look away, until something changes. If the seat has a
 * phone, say that its cards are there.
 * @param {any} sheet @param {() => VirtualState} current @param {string} id
 */
export async function lookAtHand(sheet, current, id) {
  const { scene, seats, seq } = current();
  const hand = scene.hands.findIndex((held) => held.includes(id)), seat = scene.lookers[hand] ?? null;
  if (seats[hand]?.level && seat === null) return toast(t("page.bot.hand"));
  if (seat === null) return toast(t("page.hand.phone", { seat: handLabel(current(), hand) }));
  const read = await post("/virtual/look", { seat });
  if (!read || current().seq !== seq) return;
  const { version } = scene;
  const stands = () => current().seq === seq && current().scene.version === version;
  const cover = () => button("cover", t("page.hand.cover"), sheet.back, "wide");
  const all = () =>
    sheet.open(() => [
      sheet.header(t("page.hand.look", { seat: seats[seat].label })),
      h("div", { class: "looked" }, handViews(current(), read.hands, (card) =>
        cardSheet(sheet, current, () => read.hands, card.id, { stands, done: sheet.back }))),
      cover(),
    ], { stands });
  all();
}

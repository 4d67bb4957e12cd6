// What a player says is wrong with the cards. The table then asks everybody whether to deal again.

import { post } from "../base/http.js";
import { h, t } from "../base/dom.js";
import { askSpeaker } from "./speaker.js";

const WRONG = {
  none_left: "page.misdeal.none_left", too_few: "page.misdeal.too_few", too_many: "page.misdeal.too_many",
  lost: "page.misdeal.lost", twice: "page.misdeal.twice",
};

/**
 * Return the button that opens the choice, for a seat of a match with hands.
 * @param {any} sheet
 * @param {() => PageState} current
 */
export const misdealButton = (sheet, current) => {
  const { yours, dealt } = current();
  return dealt && yours.length > 0 && h("button", { data: { key: "misdeal" }, onclick: () => sheet.open(() => choice(sheet, current)) }, t("page.misdeal"));
};

/** @param {any} sheet @param {() => PageState} current */
const choice = (sheet, current) => {
  const { seq } = current();
  const say = (wrong) => askSpeaker(sheet, current, t(WRONG[wrong]), async (seat) => {
    if (await post("/api/misdeal", { seat, wrong, seen: seq })) sheet.close();
  });
  return [
    sheet.header(t("page.misdeal")),
    h("p", {}, t("page.misdeal.then")),
    h("div", { class: "menu" }, Object.entries(WRONG).map(([wrong, key]) => h("button", { data: { key: `misdeal-${wrong}` }, onclick: () => say(wrong) }, t(key)))),
  ];
};

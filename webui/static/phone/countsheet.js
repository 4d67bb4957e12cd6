// The result of a count from a picture: the grid, its outlines, the arithmetic, and doubtful cards.

import { post } from "../base/http.js";
import { button, h, number, rich, served, t } from "../base/dom.js";
import { drawing } from "../drawing/drawing.js";
import { picture } from "../drawing/pictures.js";
import { doubt, framed } from "../match/crops.js";

/** Return a doubtful card with a button for each candidate.
 * @param {UncertainCard} asked @param {(card: string | null) => void} name */
const doubtfulCard = ({ id, picture, text, candidates }, name) =>
  doubt(framed(picture, t("page.question.picture")), rich(text), candidates.length, [
    candidates.map(({ card, label }) =>
      h("button.card", { translate: "no", data: { card, key: `${id}${card}` }, onclick: () => name(card) }, label)),
    button(`${id}none`, t("page.grid.none"), () => name(null), "card none"),
  ]);

/** Return a drawing of the counted cards. @param {TableDrawing} table */
function gridDrawing(table) {
  const element = h("div");
  drawing(element).draw(served.state, table);
  return element;
}

/** Open the sheet of a count; `again` takes another picture, perhaps of more cards of the grid.
 * @param {CountSheet} counted @param {(beside?: string) => void} again */
export function openCountSheet(sheet, counted, again) {
  const { photo } = counted;
  /** @param {string} item @param {string | null} card */
  const name = async (item, card) => {
    const read = await post("/api/count/card", { photo: photo.id, item, card });
    if (read) openCountSheet(sheet, read, again);
  };
  sheet.open(() => [
    sheet.header(
      counted.total === null ? t("page.photo.title") : t("page.grid.total", { total: number(counted.total) }),
    ),
    photo.said.map((text) => h("p.came", rich(text))),
    counted.faults.map((text) => h("p.came", rich(text))),
    counted.doubts.length > 0 && [h("h3", t("page.grid.doubts")),
      h("ul.doubts", counted.doubts.map((item) => doubtfulCard(item, (card) => name(item.id, card))))],
    counted.table && gridDrawing(counted.table),
    counted.steps.length > 0
      ? h("ol.steps", counted.steps.map((step) => h("li", h("p", rich(step.text)), h("p.reason", step.sum))))
      : counted.total !== null && h("p.reason", t("page.grid.nothing")),
    picture(photo),
    counted.joins && button("more", t("page.grid.more"), () => again(photo.id), "wide"),
    h("div.row", button("again", t("page.photo.again"), () => again(), "grow"),
      button("done", t("page.go_on"), sheet.back, "main grow")),
  ]);
}

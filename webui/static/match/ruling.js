// A ruling as people follow it, drawn by the table (templates/parts/ruling.html): its sum builds row by row.

import { framed } from "./crops.js";
import { drawnBody } from "./drawn.js";

/** Return the whole ruling: the verdict, the cards, the arithmetic, the rules. @param {RulingSheet} sheet */
export function ruling({ html }) {
  const body = drawnBody(html);
  for (const image of body.querySelectorAll("img")) image.replaceWith(framed(image.getAttribute("src"), image.alt));
  return [...body.children];
}

/** Let the sum of a ruling build row by row, once; a ruling that is only redrawn stands still.
 * @param {HTMLElement} element the element of the ruling @param {RulingSheet | null} sheet */
export function buildSum({ dataset, style }, sheet) {
  if (!sheet) delete dataset.builds;
  else if (dataset.of !== String(sheet.id)) {
    Object.assign(dataset, { of: sheet.id, builds: "yes" });
    style.setProperty("--steps", String(sheet.steps.length));
  }
}

/** Show all sums whole, or only the finished ones. @param {Event} event */
function showWhole({ type }) {
  for (const shown of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-builds]")))
    if (type !== "animationend" || shown.getAnimations({ subtree: true }).every((row) => row.playState === "finished"))
      delete shown.dataset.builds;
}
for (const end of ["pointerdown", "keydown", "animationend"]) document.addEventListener(end, showWhole);

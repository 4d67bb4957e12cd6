// The sum of a ruling builds row by row.

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

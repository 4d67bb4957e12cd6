// Make parts of the page give way if a phone is too short for all of them.

const MOST = 7; // phone.css says what each step takes away

/** Keep in `main` the first steps that are needed until everything fits: "", "1", "1 2" and so on. A page that may
 * scroll needs none. Return a function that looks at once.
 * @param {HTMLElement} main */
export function makeRoom(main) {
  const watcher = new MutationObserver(fit);
  /** Whether each part ends within the page, and no button must be scrolled to. The contents of another part may
   * still shrink with it. */
  function fits() {
    const { overflowY, paddingBottom } = getComputedStyle(main);
    const end = main.getBoundingClientRect().bottom - parseFloat(paddingBottom) + 1;
    const bottom = (part) => part.getBoundingClientRect().bottom + parseFloat(getComputedStyle(part).marginBottom);
    const scrolls = (part) => part.matches(".dock") && part.scrollHeight > part.clientHeight + 1;
    const whole = (part) => !(bottom(part) > end) && !scrolls(part);
    return overflowY === "auto" || [...main.children].every(whole);
  }
  function fit() {
    for (let steps = 0; steps <= MOST; steps++) {
      main.dataset.short = Array.from({ length: steps }, (_, n) => n + 1).join(" ");
      if (fits()) break;
    }
    watcher.takeRecords();
  }
  watcher.observe(main, { subtree: true, childList: true, attributes: true, attributeFilter: ["hidden", "open"] });
  new ResizeObserver(fit).observe(main);
  return fit;
}

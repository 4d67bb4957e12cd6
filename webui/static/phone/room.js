// What gives way if a phone is too short for all that its page shows.

const MOST = 7; // phone.css says what each step takes away

/** Keep in `main` the first steps that are needed until everything fits: "", "1", "1 2" and so on. Return a function that
 * looks at once.
 * @param {HTMLElement} main */
export function makeRoom(main) {
  const watcher = new MutationObserver(fit);
  function fit() {
    for (let steps = 0; steps <= MOST; steps++) {
      main.dataset.short = Array.from({ length: steps }, (_, n) => n + 1).join(" ");
      if (main.scrollHeight <= main.clientHeight) break;
    }
    watcher.takeRecords();
  }
  watcher.observe(main, { subtree: true, childList: true, attributes: true, attributeFilter: ["hidden", "open"] });
  new ResizeObserver(fit).observe(main);
  return fit;
}

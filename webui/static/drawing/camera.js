// The camera's picture with the cards found in it. The next one is fetched as soon as the last one is shown.

import { svg } from "../base/dom.js";
import { cardOutlines } from "./cardoutlines.js";

const NEXT_MS = 400;
const LOST_MS = 2000;

/** Keep `image` up to date; `data-lost` is set while there is no picture. */
export function camera(image) {
  const drawn = svg("svg", { "aria-hidden": "true" });
  image.parentElement.append(drawn);
  let timer;
  /** @type {CameraView | null} */
  let view = null;
  const later = (ms) => { clearTimeout(timer); timer = setTimeout(fetchOne, ms); };
  const lost = () => { view = null; image.dataset.lost = "yes"; drawn.replaceChildren(); later(LOST_MS); };
  async function fetchOne() {
    if (document.visibilityState !== "visible") return;
    clearTimeout(timer);
    if (!image.getClientRects().length) { later(LOST_MS); return; } // for example, in a closed drawer
    const asking = new AbortController();
    setTimeout(() => asking.abort(), LOST_MS);
    const newest = await fetch("/camera.json", { signal: asking.signal })
      .then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
    if (!newest) { lost(); return; }
    if (newest.id === view?.id) { later(NEXT_MS); return; }
    view = newest;
    image.src = `/camera.jpg?${newest.id}`;
  }
  image.addEventListener("load", () => {
    if (!view) return; // the connection broke while the picture was loading
    delete image.dataset.lost;
    drawn.setAttribute("viewBox", `0 0 ${view.size.join(" ")}`);
    drawn.replaceChildren(...cardOutlines(view));
    later(NEXT_MS);
  });
  image.addEventListener("error", lost);
  document.addEventListener("visibilitychange", fetchOne);
  fetchOne();
}

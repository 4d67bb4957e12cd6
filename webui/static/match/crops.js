// The pictures from which cards were read.

import { h, t } from "../base/dom.js";

const AGAIN_MS = 2000; // doubles each time, so that pictures still load after a minute without Wi-Fi
const TRIES = 5;

/** Return the picture of a card at an address, or an empty frame. A frame stands in for a picture that is gone, which
 * is loaded again. @param {string | null} src @param {string} label */
export function framed(src, label) {
  const frame = h("span.crop.none", { data: { lost: src ? "yes" : null }, "aria-hidden": "true" });
  if (!src) return frame;
  let tries = 0;
  const retry = () => {
    image.replaceWith(frame);
    if (tries < TRIES) setTimeout(() => { image.src = src; }, AGAIN_MS * 2 ** tries++);
  };
  const shown = () => frame.replaceWith(image);
  const image = h("img.crop", { src, alt: label, data: { tries: "yes" }, onload: shown, onerror: retry });
  return image;
}

/** Return the picture from which a card was read, or an empty frame.
 * @param {string | null} proof @param {string} label */
export const crop = (proof, label) => framed(proof && `/proof/${encodeURIComponent(proof)}`, label);

const CROWD = 6; // number of candidates; with more of them, the buttons take the whole width

/** Return a doubtful card: its picture, the reason, and the candidates.
 * @param {number} many @param {string} [tag] */
export const doubt = (picture, why, many, choices, tag = "li") =>
  h(tag, { class: many > CROWD ? "doubt crowded" : "doubt" }, picture, h("p.reason", why),
    h("div.choices.cards", { role: "group", "aria-label": t("page.cards.possible") }, choices));

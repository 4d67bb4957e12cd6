// A card while it is carried: what the table is told about its place, and how it looks in the air.

import { h } from "../base/dom.js";
import { post } from "../base/http.js";

const WHILE_MS = 120; // time between two updates of a moving card

/** Return functions that send the places of cards from `find(id)`; `drop(id)` takes a refused card away.
 * @param {(id: string) => any} find @param {(id: string) => void} drop */
export function placing(find, drop) {
  /** Send a card's place now, or as soon as the last one has arrived. @param {string} id */
  async function send(id) {
    const card = find(id);
    if (!card) return;
    if (card.busy) { card.next = true; return; }
    card.busy = true;
    const { x_mm, y_mm, turn_deg, face_up } = card.place;
    card.sent = post("/virtual/place", { id, x_mm, y_mm, turn_deg, face_up });
    if (!await card.sent && card.fresh) drop(id);
    card.busy = false;
    if (card.next) { card.next = false; send(id); }
  }
  const soon = (card) => { card.timer ||= setTimeout(() => { card.timer = 0; send(card.id); }, WHILE_MS); };
  const stop = (card) => { clearTimeout(card.timer); card.timer = 0; };
  return { send, soon, stop };
}

/** Show a card in the air, `off` the mat: it lies over everything, as large as in the hand.
 * @param {any} card @param {PointerEvent} event @param {boolean} off */
export function float(card, { clientX: x, clientY: y }, off) {
  card.element.style.opacity = off ? "0" : "";
  if (off && !card.ghost) document.body.append(card.ghost = h("img.ghost", { src: card.image.src, alt: "" }));
  if (off) Object.assign(card.ghost.style, { left: `${x}px`, top: `${y}px` });
  else { card.ghost?.remove(); card.ghost = null; }
}

// The places of labels on the drawing: next to their things, never on a card or on another label.

import { overlap } from "../base/boxes.js";

const GAP_PX = 3; // between a label and its thing
const SLACK_PX = 0.5; // half a pixel over an edge is not seen
const STEP_PX = 5; // between the places that are tried
const FAR_PX = 60; // a label further away would seem to be about something else

/** @typedef {import("../base/boxes.js").Edges} Edges */
/** A label and its thing, by its edges. Lower ranks choose first.
 * - `sides`: where it may stand, the best first; `start`, `end`: it begins or ends with the thing.
 * - `clear`: what it must not cover, too; `within`: the edges that it must not leave.
 * - `own`: the key of its pile, on whose back it may lie if it must.
 * @typedef {{ element: HTMLElement, rank: number, about: Edges, sides: Side[], start?: boolean, end?: boolean,
 *   clear?: Edges[], within?: Edges | null, own?: string | null }} Label
 * @typedef {"below" | "above" | "after" | "before" | "foot" | "head" | "middle"} Side */

/** @param {Edges} outer @param {Edges} inner */
const contains = (outer, inner) =>
  outer.left - SLACK_PX <= inner.left && inner.right <= outer.right + SLACK_PX
  && outer.top - SLACK_PX <= inner.top && inner.bottom <= outer.bottom + SLACK_PX;

/** Return the point where a label begins at one side of its thing; `share` shifts it along that side.
 * @param {Edges} about @param {DOMRect} size @param {Side} side @param {number} share @returns {[number, number]} */
function pointAt({ left, top, right, bottom }, { width, height }, side, share) {
  const along = left + (right - left - width) * share, down = top + (bottom - top - height) * share;
  const middle = (top + bottom - height) / 2;
  return /** @type {Record<Side, [number, number]>} */ ({
    below: [along, bottom + GAP_PX], above: [along, top - height - GAP_PX], after: [right + GAP_PX, down],
    before: [left - width - GAP_PX, down], foot: [along, bottom - height - GAP_PX], head: [along, top + GAP_PX],
    middle: [along, middle],
  })[side];
}

/** Yield the points where a label may begin: at each side of its thing, then further and further away.
 * @param {Label} label @param {DOMRect} size */
function* points({ about, sides, start, end, within }, size) {
  const shares = start ? [0, 1, 0.5] : end ? [1, 0, 0.5] : [0.5, 0, 1];
  for (const side of sides) for (const share of shares) yield pointAt(about, size, side, share);
  const [x, y] = pointAt(about, size, sides[0], shares[0]);
  const far = within ? Math.max(within.right - within.left, within.bottom - within.top) : FAR_PX;
  for (let off = STEP_PX; off <= far; off += STEP_PX) {
    for (let along = 0; along <= off; along += STEP_PX)
      for (const [dx, dy] of [[along, off], [along, -off], [off, along], [-off, along]])
        yield* [[x + dx, y + dy], [x - dx, y - dy]];
  }
}

/** Give each label a place, and hide those for which there is none; return the elements of these.
 * @param {Edges} room @param {Label[]} labels @param {(Edges & { key?: string })[]} cards */
export function placeLabels(room, labels, cards) {
  /** @type {(Edges & { key?: string })[]} */
  const taken = [...cards];
  const sorted = [...labels].sort((label, other) => label.rank - other.rank);
  for (const { element } of sorted) element.hidden = false;
  const sizes = new Map(sorted.map(({ element }) => [element, element.getBoundingClientRect()]));
  /** @param {Label} label @param {boolean} onOwn */
  const put = (label, onOwn = false) => {
    const { element, within, own, clear = [] } = label, size = /** @type {DOMRect} */ (sizes.get(element));
    const blocks = [...clear, ...(onOwn ? taken.filter(({ key }) => key !== own) : taken)];
    const tried = onOwn ? [pointAt(label.about, size, "foot", 0.5)] : points(label, size);
    for (const [left, top] of tried) {
      const edges = { left, top, right: left + size.width, bottom: top + size.height };
      if (!contains(room, edges) || (within && !contains(within, edges))) continue;
      if (blocks.some((block) => overlap(block, edges))) continue;
      element.style.transform = `translate(${left}px, ${top}px)`;
      taken.push(edges);
      return true;
    }
    return false;
  };
  return sorted.filter((label) => !put(label) && !(label.own && put(label, true))).map(({ element }) => {
    element.hidden = true;
    return element;
  });
}

/** Return the edges of an element within a box. @param {Element} element @param {DOMRect} box @returns {Edges} */
export function edgesIn(element, box) {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return { left: left - box.left, top: top - box.top, right: right - box.left, bottom: bottom - box.top };
}

/** Put an element within a box where it covers none of the others. Without such a place, it goes to the foot.
 * @param {HTMLElement} element @param {Element} box @param {Element[]} others */
export function placeClear(element, box, others) {
  element.hidden = false;
  const at = (element.offsetParent ?? box).getBoundingClientRect(), about = edgesIn(box, at);
  /** @type {Label} */
  const label = { element, rank: 0, about, sides: ["foot", "head", "middle"], within: about };
  if (!placeLabels(about, [label], others.map((shown) => edgesIn(shown, at))).length) return;
  element.hidden = false;
  const [left, top] = pointAt(about, element.getBoundingClientRect(), "foot", 0.5);
  element.style.transform = `translate(${left}px, ${top}px)`;
}

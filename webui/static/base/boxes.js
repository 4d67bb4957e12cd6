// Boxes on a page, in pixels.

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Edges */

/** Whether two boxes have something in common. @param {Edges} one @param {Edges} other */
export const overlap = (one, other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

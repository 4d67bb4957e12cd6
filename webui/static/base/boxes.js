// Boxes on a page, in pixels.

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Edges */

/** Whether two boxes have something in common. @param {Edges} box @param {Edges} other */
export const overlap = (box, other) =>
  box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom;

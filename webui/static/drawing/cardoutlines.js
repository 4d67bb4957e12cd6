// Outlines and names of the cards found in a picture, drawn as SVG over it.

import { svg } from "../base/dom.js";

const LEAST = 0.5; // share of the normal letter size; smaller letters would be unreadable

/** Return each card's outline, with a thick upper edge, and its name if there is room.
 * @param {{ size: [number, number], spots: readonly Spot[] }} picture */
export function cardOutlines({ size: [width, height], spots }) {
  const size = Math.max(width, height) / 26;
  return spots.map((spot) => {
    const points = spot.corners.map(([x, y]) => [x * width, y * height]);
    const wide = Math.hypot(points[1][0] - points[0][0], points[1][1] - points[0][1]);
    const middle = (axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
    // A name that is wider than its card would cover the next card.
    const fits = wide * 1.15 > spot.label.length * 0.6 * size * LEAST;
    const label = fits ? spot.label : spot.verdict === "certain" ? "✓" : "?";
    const letters = Math.min(size, Math.max(size * LEAST, (wide * 1.15) / (0.6 * label.length)));
    const at = { x: middle(0).toFixed(1), y: (middle(1) + letters / 3).toFixed(1), "font-size": letters.toFixed(1) };
    const line = (corners) => corners.map((point) => point.map((value) => value.toFixed(1)).join(",")).join(" ");
    return svg("g", { class: "found", "data-verdict": spot.verdict }, svg("polygon", { points: line(points) }),
      svg("polyline", { points: line(points.slice(0, 2)) }), svg("text", at, label));
  });
}

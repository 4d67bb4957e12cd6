// A phone's picture, with the found cards outlined and named.

import { post } from "../base/http.js";
import { button, h, svg, t } from "../base/dom.js";

/** @type {ReadPhoto | null} */
let last = null;

/** Remember the last picture and its readings. @param {ReadPhoto | null} photo */
export const keepPicture = (photo) => { last = photo; };

/** Return the picture of a question, if this page has it. @param {string} question */
export const pictureOf = (question) => (last?.question && question.split(":")[0] === last.id ? last : null);

/** Return the id of a question's picture; null if it is the camera's. @param {string} question */
const photoIdOf = (question) => (question.split(":").length > 2 ? question.split(":")[0] : null);

let wanted = ""; // the last picture that was requested

/** Fetch a question's picture that another phone sent, then call `then`.
 * @param {string} question @param {() => void} then */
export async function fetchPicture(question, then) {
  const photo = photoIdOf(question);
  if (!photo || photo === wanted || pictureOf(question)) return;
  wanted = photo;
  const answer = await fetch(`/api/photo/${encodeURIComponent(photo)}`).catch(() => null);
  if (!answer?.ok) return; // somebody has answered the question in the meantime
  last = await answer.json();
  then();
}

/** Return the button that discards a question's picture; null if it has none. @param {string} question */
export const awayButton = (question) => {
  const photo = photoIdOf(question);
  return photo && button("away", t("page.photo.away"), () => post("/api/photo/away", { photo }), "grow");
};

/** Return a picture with the found cards; its alternative text names them. @param {ReadPhoto} photo */
export function picture(photo) {
  const [width, height] = photo.size;
  const named = photo.spots.map((spot) => spot.label).join(", ");
  return h("figure.sent", h("div.seen", h("img", { src: photo.picture, width: String(width), height: String(height),
        alt: photo.spots.length ? t("page.photo.alt", { cards: named }) : t("page.photo.alt.none") }),
      svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, ...cardOutlines(photo))));
}

const LEAST = 0.5; // share of the normal letter size; smaller letters would be unreadable

/** Return each card's outline, with a thick upper edge, and its name if there is room.
 * @param {{ size: [number, number], spots: readonly Spot[] }} picture */
function cardOutlines({ size: [width, height], spots }) {
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

// -- the cameras' picture --

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

// A phone's picture, with the found cards outlined and named.

import { post } from "../base/http.js";
import { button, h, svg, t } from "../base/dom.js";
import { cardOutlines } from "./cardoutlines.js";

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

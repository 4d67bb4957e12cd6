// A picture that a phone sent, with the cards found in it outlined and named.

import { post } from "../base/http.js";
import { h, svg, t } from "../base/dom.js";
import { cardOutlines } from "../base/cardoutlines.js";

/** @type {PhotoSheet | null} */
let last = null;

/** Keep what a picture was read as. @param {PhotoSheet | null} photo */
export const keepPicture = (photo) => { last = photo; };

/** The picture that a question is about, as far as this page has it. @param {string} question */
export const pictureOf = (question) => (last?.question && question.split(":")[0] === last.id ? last : null);

/** The id of the picture that a question is about; null for one of the camera's. @param {string} question */
const photoIdOf = (question) => (question.split(":").length > 2 ? question.split(":")[0] : null);

let wanted = ""; // the picture that was asked for last

/** Fetch the picture that a question is about, where another phone sent it; `then` is called once it is here. @param {string} question @param {() => void} then */
export async function fetchPicture(question, then) {
  const photo = photoIdOf(question);
  if (!photo || photo === wanted || pictureOf(question)) return;
  wanted = photo;
  const answer = await fetch(`/api/photo/${encodeURIComponent(photo)}`).catch(() => null);
  if (!answer?.ok) return; // it was answered meanwhile
  last = await answer.json();
  then();
}

/** The button that has a picture asked about no more; null where no picture is. @param {string} question */
export const awayButton = (question) => {
  const photo = photoIdOf(question);
  return photo && h("button", { class: "grow", data: { key: "away" }, onclick: () => post("/api/photo/away", { photo }) }, t("page.photo.away"));
};

/** A picture with what was read in it; who cannot see it hears the cards. @param {PhotoSheet} photo */
export function picture(photo) {
  const [width, height] = photo.size;
  const named = photo.spots.map((spot) => spot.label).join(", ");
  return h("figure", { class: "sent" },
    h("div", { class: "seen" },
      h("img", { src: photo.picture, width: String(width), height: String(height), alt: photo.spots.length ? t("page.photo.alt", { cards: named }) : t("page.photo.alt.none") }),
      svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, ...cardOutlines(photo))));
}

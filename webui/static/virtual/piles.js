// The draw pile and the discards next to the mat.

import { post } from "../base/http.js";
import { find, h, show, t } from "../base/dom.js";
import { PILE } from "../match/handcards.js";

/** Return a card that lies nowhere yet: of a hand, or (without `card`) a back or the top of a pile.
 * @param {string} id @param {string} [card] */
export const inHand = (id, card = "") => ({ id, card, x_mm: 0, y_mm: 0, turn_deg: 0, face_up: Boolean(card) });

/** Return the duty that draws from a pile. @param {VirtualScene} scene @param {string} pile */
export const drawOf = ({ duties }, pile) => duties.find(({ cards }) => cards.includes(pile));

/** Return the top of a pile as one sees it: a back, or an empty place. @param {number} count @param {string} back */
const topOf = (count, back) =>
  count && back ? h("img", { src: back, alt: "", draggable: "false" }) : h("i.none");

/** @param {VirtualState} state */
export function drawPiles({ scene }) {
  const pile = find("#pile"), away = find("#discards");
  const several = Object.keys(scene.piles).length > 0;
  pile.hidden = several; // if there are several piles, they are on the mat
  const draw = drawOf(scene, PILE);
  pile.dataset.next = draw ? "yes" : "no";
  pile.dataset.seat = String(draw?.seat ?? "");
  Object.assign(pile.dataset, { place: PILE, count: scene.pile });
  Object.assign(away.dataset, { place: "discards", count: scene.discards });
  show(pile, [scene.pile, scene.back], () => [
    topOf(scene.pile, scene.back),
    h("span", { class: scene.pile ? "" : "unseen" }, t("page.pile", { count: scene.pile })),
  ]);
  away.disabled = !scene.away;
  away.dataset.next = scene.missed ? "yes" : "no";
  show(away, [scene.discards, scene.missed, scene.away, scene.back], () => [
    topOf(scene.discards, scene.back),
    h("span", { class: scene.discards ? "" : "unseen" }, t("page.discards", { count: scene.discards })),
    scene.away && h("small", t("page.discards.back")),
  ]);
}

/** Connect the piles: a tap, a key or a seat's number draws a card, dragging takes the top card, and the discards can
 * be returned.
 * @param {any} cards @param {{ tap: (id: string) => void, current: () => VirtualState }} page */
export function connectPiles(cards, { tap, current }) {
  const pile = find("#pile");
  pile.addEventListener("click", (event) => event.detail || tap(PILE)); // for the keyboard; a pointer drags instead
  pile.addEventListener("keydown", (event) => { // a seat's number draws a card into its hand
    const seat = Number(event.key) - 1;
    if (current().scene.hands[seat]) post("/virtual/hold", { id: PILE, seat });
  });
  pile.addEventListener("pointerdown", (event) => {
    const { scene } = current();
    // A draw that is due from an empty pile takes from the shuffled discards.
    if (event.button || (!scene.pile && !drawOf(scene, PILE))) return;
    cards.pick(inHand(PILE), event, event.currentTarget);
  });
  find("#discards").addEventListener("click", () => post("/virtual/recall"));
}

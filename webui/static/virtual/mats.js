// Extras on the mats of the virtual table: draw piles, fitting cells, and a strip to zoom in on each mat.

import { post } from "../base/http.js";
import { seatMark } from "../match/board.js";
import { find, h, show, t } from "../base/dom.js";
import { drawHint, inHand } from "./piles.js";

const SMALL = 0.075; // share of the table's width; narrower cards are enlarged on a phone
const CARD_PX = 48; // as wide as a finger

/** @typedef {PageState & { scene: VirtualScene }} VirtualState */

/** Return a seat's place and the zone in front of it. @param {VirtualScene} scene @param {number} seat */
export const homeOf = (scene, seat) => scene.places.find((one) => one.seat === seat);

/** @param {VirtualScene} scene @param {[number, number, number, number]} box */
const percentBox = ({ mat_mm: [width, height] }, [left, top, right, bottom]) => ({
  left: `${(left / width) * 100}%`, top: `${(top / height) * 100}%`, width: `${((right - left) / width) * 100}%`,
  height: `${((bottom - top) / height) * 100}%`,
});

/** Return the box of a card in the middle of a place.
 * @param {VirtualScene} scene @param {number} x @param {number} y */
const cardBox = (scene, x, y) => {
  const [width, height] = scene.card_mm;
  return percentBox(scene, [x - width / 2, y - height / 2, x + width / 2, y + height / 2]);
};

/** @param {HTMLElement} element @param {Record<string, string>} style */
function withStyle(element, style) {
  Object.assign(element.style, style);
  return element;
}

/** Draw the draw piles, each with the back of its top card.
 * @param {VirtualState} state @param {any} cards @param {(pile: string) => void} draws */
function drawPiles({ scene }, cards, draws) {
  const { piles, due, draws: drawn, back, zones } = scene;
  show(find("#piles"), [piles, due, back, zones],
    () =>
      Object.entries(piles).filter(([, count]) => count).map(([zone, count], n) => {
        const [left, top, right, bottom] = zones[zone];
        return withStyle(h("button", {
          class: "stack",
          type: "button",
          data: { key: zone, zone, next: due[zone] && "yes", seat: drawn[zone]?.seat },
          "aria-label": [t("page.pile", { count }), due[zone]].filter(Boolean).join(": "),
          onpointerdown: (event) => {
            if (!event.button) cards.pick(inHand(zone), event, event.currentTarget);
          },
          onclick: (event) => event.detail || draws(zone), // for the keyboard; a pointer drags instead
        }, h("img", { src: back, alt: "", draggable: "false" }), h("span", { "aria-hidden": "true" }, String(count)),
          !n && drawHint(scene, zone)), cardBox(scene, (left + right) / 2, (top + bottom) / 2));
      }));
}

/** Draw the cells that fit the only card in hand; a tap lays it there. @param {VirtualState} state */
function drawFits({ scene }) {
  const { faces, labels } = scene;
  const held = Object.entries(scene.held);
  const [id, spots] = held.length === 1 ? [held[0][0], held[0][1].fits] : ["", []];
  show(find("#fits"), [id, spots, scene.mat_mm],
    () =>
      spots.map(([x, y, turn], n) => {
        return withStyle(h("button", {
          class: "fit tap",
          type: "button",
          data: { key: `fit${n}` },
          "aria-label": t("page.fit", { card: labels[faces[id]] ?? faces[id], number: n + 1 }),
          onclick: () => post("/virtual/place", { id, x_mm: x, y_mm: y, turn_deg: turn, face_up: true }),
        }), { ...cardBox(scene, x, y), rotate: `${turn}deg` });
      }));
}

/** Draw the zones that accept a card while it is pointed at or dragged.
 * @param {VirtualScene} scene @param {string} id */
export function drawOpenZones(scene, id) {
  const zones = (scene.held[id]?.opens ?? []).filter((zone) => scene.zones[zone]);
  show(find("#opens"), [zones, scene.mat_mm],
    () =>
      zones.map((zone) =>
        withStyle(h("div", { class: "open", data: { zone } }), percentBox(scene, scene.zones[zone]))
      ));
}

/** Scroll to the middle of a zone. @param {VirtualScene} scene @param {string} zone */
function scrollToZone(scene, zone) {
  const [pane, whole] = [find("#pane"), find("#mat")];
  const [left, top, right, bottom] = scene.zones[zone], [width, height] = scene.mat_mm;
  pane.scrollTo({ left: ((left + right) / 2 / width) * whole.offsetWidth - pane.offsetWidth / 2,
    top: ((top + bottom) / 2 / height) * whole.offsetHeight - pane.offsetHeight / 2 });
}

let lastSeat = -1; // the last seat whose turn it was

/** Draw the strip of mats if cards would be too small on a phone. @param {VirtualState} state */
function drawStrip(state) {
  const { scene } = state;
  const small = scene.card_mm[0] / scene.mat_mm[0] < SMALL;
  const pane = find("#pane"), strip = find("#strip");
  pane.dataset.large = small ? "yes" : "no";
  pane.style.setProperty("--large", `${Math.round((CARD_PX * scene.mat_mm[0]) / scene.card_mm[0])}px`);
  strip.hidden = !small;
  const [pile] = Object.keys(scene.piles);
  show(strip, [small, state.seats.map((seat) => seat.name), scene.zones, pile], () =>
    small && [
      ...scene.places.filter(({ seat }) => state.seats[seat]).map(({ seat, zone }) =>
        h("button", {
          type: "button",
          class: "look",
          data: { key: `look${seat}`, seat },
          "aria-label": t("page.look", { seat: state.seats[seat].label }),
          onclick: () => scrollToZone(scene, zone),
        }, seatMark(state.seats[seat]))
      ),
      pile && h("button", { type: "button", class: "look", data: { key: "lookpile" }, onclick: () =>
        scrollToZone(scene, pile) }, t("page.piles")),
    ]);
  const home = homeOf(scene, state.focus.seat ?? -1);
  if (small && home && home.seat !== lastSeat && !find(".placed.held", pane)) {
    lastSeat = home.seat;
    scrollToZone(scene, home.zone);
  }
}

/** Draw the buttons that shift all cards in front of a seat.
 * @param {HTMLElement} element @param {VirtualState} state @param {SeatPanel} seat */
export function drawShiftButtons(element, { scene }, seat) {
  const zone = homeOf(scene, seat.seat)?.zone ?? "";
  const room = scene.along[zone];
  element.hidden = !room;
  show(element, [room, seat.label], () =>
    room
    && [["◂", -1, "page.along.left"], ["▸", 1, "page.along.right"]].map(([sign, columns, key], n) =>
      h("button", {
        type: "button",
        class: "move",
        disabled: !room[n],
        data: { key: `along${seat.seat}${n}` },
        "aria-label": t(String(key), { seat: seat.label }),
        title: t(String(key), { seat: seat.label }),
        onclick: () => post("/virtual/along", { zone, columns }),
      }, sign)
    ));
}

/** Draw all extras of the mats. @param {VirtualState} state @param {any} cards @param {(pile: string) => void} draws */
export function drawMats(state, cards, draws) {
  drawPiles(state, cards, draws);
  drawFits(state);
  drawStrip(state);
}

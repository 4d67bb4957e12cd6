// The mats without their cards: their picture, draw piles, cells and zones for the held card, marks for duties and
// misplaced cards, and the buttons that open a region.

import { post } from "../base/http.js";
import { find, h, show, svg, t } from "../base/dom.js";
import { placeClear } from "../drawing/labels.js";
import { drawPanel, misplacedList } from "../drawing/panel.js";
import { boxStyle, cardStyle, FEW_SEATS, FLAT, ground, layOut, LETTER_MM } from "./ground.js";
import { PILE } from "../match/handcards.js";

/** Return a seat's place and the zone in front of it. @param {VirtualScene} scene @param {number} seat */
export const homeOf = (scene, seat) => scene.places.find((place) => place.seat === seat);

// -- regions --

const FEW = 4; // cards of a hand that have room in its zone

let own = -1; // the last person whose turn it was
let opened = -1; // the seat whose region somebody opened
let aimed = ""; // the seats with a card to take, and the text about it

/** Place the mats: the region of the person whose turn it is is large, or the one that somebody opened, or from which
 * this person takes a card.
 * @param {VirtualState} state @param {() => void} again */
export function placeMats(state, again) {
  const { scene, seats, focus } = state, pane = find("#pane"), middle = pane.parentElement;
  const here = scene.places.map(({ seat }) => seat).filter((seat) => seats[seat]);
  const turn = focus.seat !== null && here.includes(focus.seat) && !seats[focus.seat].level ? focus.seat : -1;
  if (turn >= 0 && turn !== own) opened = -1;
  own = turn >= 0 ? turn : here.includes(own) ? own : here.find((seat) => !seats[seat].level) ?? here[0] ?? -1;
  const due = new Set(scene.duties.flatMap(({ cards }) => cards));
  const goes = scene.placed.filter(({ id }) => due.has(id)).map((card) => regionAt(card)?.seat);
  const aims = turn < 0 || cardsToLay(state).length ? [] : here.filter((seat) => seat !== own && (goes.includes(seat)
    || state.wants.some((want) => want.watch === "leave" && want.zone === homeOf(scene, seat)?.zone)));
  const was = aimed;
  if (was !== (aimed = aims.length ? aims + focus.label : "")) opened = aims[0] ?? -1;
  if (!here.includes(opened) || opened === own) opened = -1;
  const table = find("#table"), roomy = table.clientWidth > table.clientHeight * FLAT;
  layOut(scene, { here, own, large: opened < 0 ? own : opened, roomy }, middle.clientWidth, middle.clientHeight);
  table.dataset.regions = ground.several ? "yes" : "no";
  table.dataset.roomy = ground.roomy ? "yes" : "no";
  table.dataset.crowded = ground.roomy && !ground.several && !ground.parted && here.length > FEW_SEATS ? "yes" : "no";
  // The cards are in hands, so these are large; more cards would cover what lies in the zone.
  table.dataset.bare = ground.roomy && scene.hands.flat().length && scene.hands.every((hand) => hand.length <= FEW)
    && Object.keys(scene.zones).every((zone) => /^(middle|seat)/.test(zone)) ? "yes" : "no";
  const vars = { ratio: ground.size[0] / ground.size[1], row: `${ground.row}px`, spot: `${ground.spot}px`,
    below: `${ground.below}px`,
    card: `${parseFloat(cardStyle(scene, 0, 0).width) * pane.clientWidth / 100}px` };
  for (const [name, value] of Object.entries(vars)) table.style.setProperty(`--${name}`, String(value));
  show(find("#ground"), [scene.mat, ground.regions], () => ground.regions.map((region) => {
    const [left, top, right, bottom] = region.mm, [width, height] = scene.mat_mm;
    const { zone = "" } = ground.parted ? {} : homeOf(scene, region.seat ?? -1) ?? {};
    const [from] = scene.zones[zone] ?? [0]; // without the letters of its rows
    return h("div.region", { data: { seat: region.seat, large: region.seat === ground.large && "yes" },
      style: boxStyle(region.mm) },
      svg("svg", { viewBox: `${left} ${top} ${right - left} ${bottom - top}`, "aria-hidden": "true" },
        svg("image", { href: scene.mat, width, height, "clip-path": `inset(0 0 0 ${from}px)` })));
  }));
  /** @param {number} seat */
  const open = (seat) => { opened = opened === seat ? -1 : seat; again(); };
  show(find("#looks"), [ground.regions, opened, seats.map((seat) => seat.label)], () =>
    ground.regions.filter(({ slot }) => slot !== null).map(({ slot, mm }) =>
      h("button.look", { data: { key: `look${slot}`, seat: slot },
        "aria-pressed": String(slot === opened), title: t("page.look", { seat: seats[slot ?? 0].label }),
        onclick: () => open(slot ?? -1), style: boxStyle(mm) })));
  drawShiftButtons(find("#along"), state);
}

/** @param {Placed} card */
const regionAt = ({ x_mm: x, y_mm: y }) =>
  ground.regions.find(({ mm }) => x > mm[0] && x < mm[2] && y > mm[1] && y < mm[3]);

/** Open the small region in which a card lies, or close it.
 * @param {Placed} card @returns {boolean} whether it lies in one */
export function openRegion(card) {
  const slot = regionAt(card)?.slot ?? -1;
  if (slot >= 0) opened = opened === slot ? -1 : slot;
  return slot >= 0;
}

/** Close the region that somebody opened. @returns {boolean} whether one was open */
export function closeRegion() {
  const was = opened >= 0;
  opened = -1;
  return was;
}

/** Draw the draw piles, each with the back of its top card.
 * @param {VirtualState} state @param {(pile: string) => void} draws */
export function drawStacks({ scene }, cards, draws) {
  const { piles, duties, back, zones } = scene;
  show(find("#piles"), [piles, duties, back, zones, ground.regions],
    () =>
      Object.entries(piles).filter(([, count]) => count).map(([zone, count]) => {
        const draw = drawOf(scene, zone);
        const [left, top, right, bottom] = zones[zone];
        return h("button.stack", {
          style: cardStyle(scene, (left + right) / 2, (top + bottom) / 2),
          data: { key: zone, zone, next: draw && "yes", seat: draw?.seat, place: zone, count },
          "aria-label": [t("page.pile", { count }), draw?.text].filter(Boolean).join(": "),
          onpointerdown: (event) => {
            if (!event.button) cards.pick(inHand(zone), event, event.currentTarget);
          },
          onclick: (event) => event.detail || draws(zone), // for the keyboard; a pointer drags instead
        }, h("img", { src: back, alt: "", draggable: "false" }),
          h("span", { "aria-hidden": "true" }, String(count)));
      }));
}

let meant = ""; // of several held cards that fit into cells, the one pointed at last
let chosen = ""; // a held card that several zones accept, and that somebody tapped

/** Choose a held card to lay, or with a second tap none. @param {string} [id] */
export const choose = (id = "") => { chosen = id === chosen ? "" : id; };

/** Return the cards that a person holds and lays into cells or, in a game with cells, onto a pile.
 * @param {VirtualState} state */
export function cardsToLay({ scene: { held, piles }, seats, focus }) {
  const several = Object.keys(piles).length > 0;
  if (seats[focus.seat ?? -1]?.level) return []; // a bot lays its own
  return Object.keys(held).filter((id) =>
    held[id].fits.length || (held[id].opens.length && (several || id === chosen)));
}

/** Draw the cells that fit a held card; a tap lays it there. Of several cards, it is the pointed one.
 * @param {VirtualState} state @param {string} pointedAt */
function drawFits(state, pointedAt) {
  const { scene } = state, { faces, labels, held } = scene, fitting = cardsToLay(state);
  meant = [pointedAt, meant, ...fitting].find((id) => fitting.includes(id)) ?? "";
  const id = meant, spots = held[id]?.fits ?? [];
  for (const card of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#tray .hand")))
    card.dataset.meant = (fitting.length > 1 || chosen) && card.dataset.id === id ? "yes" : "no";
  show(find("#fits"), [id, spots, ground.regions], () => spots.map(([x, y, turn], n) =>
    h("button.fit.tap", { data: { key: `fit${n}` },
      style: { ...cardStyle(scene, x, y), transform: `rotate(${turn}deg)` },
      "aria-label": t("page.fit", { card: labels[faces[id]] ?? faces[id], number: n + 1 }),
      onclick: () => post("/virtual/place", { id, x_mm: x, y_mm: y, turn_deg: turn, face_up: true }) })));
}

/** Draw the cells that fit a held card, and the zones that accept it; a tap lays it there. Other cards show their zones
 * while they are pointed at or dragged.
 * @param {VirtualState} state @param {string} pointedAt */
export function drawOpenPlaces(state, pointedAt) {
  const { scene } = state;
  drawFits(state, pointedAt);
  const id = meant || pointedAt, zones = (scene.held[id]?.opens ?? []).filter((zone) => scene.zones[zone]);
  show(find("#opens"), [id, meant, zones, ground.regions], () => zones.map((zone, n) =>
    h(meant ? "button" : "div", { class: "open", data: { zone, key: meant && `open${zone}` },
      onclick: () => post("/virtual/show", { id, zone }), style: boxStyle(scene.zones[zone]),
      "aria-label": meant && t("page.fit", { card: scene.labels[scene.faces[id]] ?? "", number: -n }) })));
}

const SHIFTS = ["page.along.left", "page.along.right"];

/** Draw the buttons that shift all cards of the large region.
 * @param {HTMLElement} element @param {VirtualState} state */
function drawShiftButtons(element, { scene, seats }) {
  const zone = homeOf(scene, ground.large)?.zone ?? "", room = scene.along[zone], seat = ground.large;
  element.hidden = !room;
  show(element, [room, seat, seats[seat]?.label], () => room && SHIFTS.map((key, n) => {
    const title = t(key, { seat: seats[seat].label });
    return h("button.move", { disabled: !room[n], data: { key: `along${seat}${n}` },
      "aria-label": title, title, onclick: () => post("/virtual/along", { zone, columns: n * 2 - 1 }) }, "◂▸"[n]);
  }));
}

const SMALL = 0.6; // a region drawn at less than this part of the largest scale
/** @type {ReturnType<typeof misplacedList> | null} */
let wrong = null;
/** @type {ReturnType<typeof drawPanel>[]} */
let panels = [];
const lying = () => [...document.querySelectorAll("#mat .placed, #mat .stack")];

/** Keep the letter of a row of cells at the edge of its region.
 * @param {{ seat: number | null, mm: number[] }} region @param {VirtualScene} scene */
const atEdge = ({ seat, mm: [x] }, scene) => {
  const [left, , right] = scene.zones[homeOf(scene, seat ?? -1)?.zone ?? ""] ?? [0, 0, 0];
  return (name) => /^[A-Z]$/.test(name.text) && name.x > left - 2 * LETTER_MM && name.x < right
    ? { ...name, x: x + LETTER_MM * 0.7, room: LETTER_MM }
    : name;
};

/** Mark duties and misplaced cards, over the real cards; `more` returns a button for a misplaced card.
 * @param {VirtualState} state @param {(wrong: MisplacedCard) => any} more */
export function drawMarks(state, more) {
  const { table, scene } = state, box = find("#marks");
  box.hidden = !table;
  if (!table) return;
  const { regions, size } = ground, unit_px = find("#pane").clientWidth / size[0];
  const list = wrong ??= misplacedList(more);
  show(box, [table.size, regions], () => {
    panels = regions.map(({ seat, mm: [x, y, right, bottom] }) =>
      drawPanel({ x, y, width: right - x, height: bottom - y, seat }, table, { cards: lying }));
    panels.forEach(({ element }, n) => Object.assign(element.style, boxStyle(regions[n].mm)));
    return [panels.map(({ element }) => element), list.element];
  });
  const largest = Math.max(...regions.map(({ scale }) => scale));
  panels.forEach((panel, n) => { // a small region opens large; there its places have their names
    const names = regions[n].scale < SMALL * largest ? [] : table.names.map(atEdge(regions[n], scene));
    panel.element.style.setProperty("--mm", `${unit_px * regions[n].scale}px`);
    panel.draw({ ...table, names }, state);
  });
  list.draw(table, state);
  if (table.amiss.length) placeClear(list.element, box, [...lying(), ...box.querySelectorAll(".note:not([hidden])")]);
}

// -- the draw pile and the discards next to the mat --

/** Return a card that lies nowhere yet: of a hand, or (without `card`) a back or the top of a pile.
 * @param {string} id @param {string} [card] */
export const inHand = (id, card = "") => ({ id, card, x_mm: 0, y_mm: 0, turn_deg: 0, face_up: Boolean(card) });

/** Return the duty that draws from a pile. @param {VirtualScene} scene @param {string} pile */
const drawOf = ({ duties }, pile) => duties.find(({ cards }) => cards.includes(pile));

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

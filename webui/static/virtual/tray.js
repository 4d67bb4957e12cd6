// The tray below the virtual table: the cards of this page's player, as large as the page allows, between the draw pile
// and the discards.

import { post, toast } from "../base/http.js";
import { aboutCard, button, find, h, rich, show, t, showIfAny } from "../base/dom.js";
import { seatName } from "../match/board.js";
import { handLabel, cardSheet, handViews } from "../match/handcards.js";
import { inZone } from "./nextstep.js";
import { inHand } from "./mats.js";
import { timeSince } from "../base/clock.js";

/** @typedef {{ cards: any, sheet: any, tap: (id: string) => void, current: () => VirtualState }} Desk */

let shown = -1; // the hand in the tray
let asked = -1; // the hand that was asked for last

/** Return the hands that people play at this laptop: those of players without a phone.
 * @param {VirtualState} state @returns {number[]} */
const handsHere = ({ scene }) =>
  scene.hands.map((_, hand) => hand)
    .filter((hand) => (scene.players[hand] ?? null) !== null && scene.lookers[hand] !== null);

/** Whether a card may be laid now: if zones or cells are open, into one of them. @param {VirtualScene} scene
 * @param {string} id */
function isPlayable({ held, duties }, id) {
  const opens = (id) => Boolean(held[id]?.opens.length || held[id]?.fits.length);
  return Object.keys(held).some(opens) ? opens(id) : duties.some(({ cards }) => cards.includes(id));
}

/** Return the hand in the tray: of the player whom the table waits for, else the earlier one, or none.
 * @param {VirtualState} state */
export function trayHand(state) {
  const { scene, focus } = state, here = handsHere(state);
  const due = here.filter((hand) => scene.players[hand] === focus.seat);
  const asks = due.find((hand) => scene.hands[hand].some((id) => isPlayable(scene, id))) ?? due[0] ?? -1;
  if (asks !== asked && asks >= 0) shown = asks;
  asked = asks;
  if (!here.includes(shown)) shown = here[0] ?? -1;
  return shown;
}

/** Return how to draw a held card: of a hand, or (null) one left out of the deal. @param {Desk} desk */
export const cardMaker = ({ cards, tap, current }) => (/** @type {string} */ id, /** @type {number | null} */ hand) => {
  const state = current(), { scene } = state, card = scene.faces[id] ?? "";
  const whose = hand === null ? "" : handLabel(state, hand);
  const label = card ? scene.labels[card] ?? card : t("page.hand.back", { seat: whose });
  const place = inHand(id, card);
  const [width, height] = scene.mat_mm;
  return h("button.hand", {
    title: [card && label, aboutCard(card)].filter(Boolean).join(": ") || null,
    data: { id, key: `hand${id}`, fly: id, face: card || null, whose: hand, lays: isPlayable(scene, id) && "yes" },
    "aria-label": hand === null || !card ? label : t("page.card.held", { card: label, seat: whose }),
    onpointerdown: (event) => {
      if (event.button) return;
      event.preventDefault();
      cards.pick(place, event, event.currentTarget.closest("[data-drop], .aside"));
    },
    onclick: (event) => { // for the keyboard; a pointer drags instead
      if (event.detail !== 0) return;
      if (!card || isPlayable(scene, id)) tap(id);
      else cards.lay({ ...place, x_mm: width * (0.2 + 0.12 * (hand ?? 0)), y_mm: height / 2 });
    },
    onkeydown: (event) => { if (event.key === "b") post("/virtual/back", { id }); },
  }, h("img.pc", { src: scene.pictures[card] ?? scene.back, alt: "", draggable: "false" }));
};

/** Return the button that takes a misplaced card back into the hand that it came from, if it came from one.
 * @param {VirtualScene} scene @param {MisplacedCard} wrong */
export function takeBackButton(scene, wrong) {
  const lying = scene.placed.find((placed) => placed.id in scene.came && isMisplaced(scene, wrong, placed));
  return lying && h("button.small", { data: { key: `takeback${lying.id}`, id: lying.id },
    onclick: () => post("/virtual/hold", { id: lying.id, seat: scene.came[lying.id] }) }, t("page.card.takeback"));
}

/** Whether a card on the mat is the misplaced one.
 * @param {VirtualScene} scene @param {MisplacedCard} wrong @param {Placed} placed */
export const isMisplaced = (scene, { card, zone, down }, placed) =>
  (down ? !placed.face_up : card === placed.card) && (!zone || inZone(scene, zone, placed));

/** Create the tray in its place on the page. @param {Desk} desk */
export function tray(desk) {
  const { sheet, current } = desk, make = cardMaker(desk);
  const away = h("div", { id: "away" }), head = h("div.whose");
  const row = h("div.own", { data: { frame: "hand" } });
  const box = find("#held");
  box.append(away, head, row);

  /** Return the names of the hands here: the only one, or one button each.
   * @param {VirtualState} state @param {number[]} here */
  const names = (state, here) => here.map((hand) => {
    const name = state.seats[hand] ? seatName(state.seats[hand]) : rich(handLabel(state, hand));
    const alone = here.length < 2 && state.seats[hand] && state.seats.every((seat) => seat.seat === hand || seat.level);
    if (alone) return h("span", rich(t("page.hand.you", { seat: state.seats[hand].label })));
    return here.length < 2 ? name : h("button.chip", { "aria-pressed": String(hand === shown),
      data: { key: `tray${hand}`, seat: hand }, onclick: () => { shown = hand; draw(current()); } }, name);
  });

  /** @param {VirtualState} state */
  function draw(state) {
    const { scene } = state, hand = trayHand(state), here = handsHere(state), held = scene.hands[hand] ?? [];
    const hidden = held.length > 0 && held.every((id) => isHidden(scene, id));
    find("#tray").dataset.hands = here.length ? "yes" : "no";
    drawAway(away, state);
    show(head, [here, hand, hidden, state.seats.map((seat) => seat.name)], () => [
      ...names(state, here),
      hidden && button("showhand", t("page.hand.show"), () => lookAtHand(sheet, current, held[0]), "chip"),
      h("span.drop", t("page.hand.drop")),
    ]);
    const [wide, high] = scene.card_mm;
    find("#tray").style.setProperty("--tall", String(high / wide));
    row.style.setProperty("--many", String(held.length));
    row.dataset.stuck = scene.stuck.includes(hand) ? "yes" : "no";
    if (hand < 0) delete row.dataset.drop;
    else Object.assign(row.dataset, { drop: "hand", seat: hand });
    show(row, [hand, held.map((id) => [id, scene.faces[id], isPlayable(scene, id)]), scene.pictures],
      () => held.map((id) => make(id, hand)));
  }
  return { draw };
}

// -- hands that are hidden on this page --

/** Whether a held card is hidden on this page. @param {VirtualScene} scene @param {string} id */
export const isHidden = (scene, id) => scene.faces[id] === undefined;

/** Show the cards of a seat without a phone, while the others look away, until something changes. If the seat has a
 * phone, say that its cards are there.
 * @param {() => VirtualState} current @param {string} id */
export async function lookAtHand(sheet, current, id) {
  const { scene, seats, seq } = current();
  const hand = scene.hands.findIndex((held) => held.includes(id)), seat = scene.lookers[hand] ?? null;
  if (seats[hand]?.level && seat === null) return toast(t("page.bot.hand"));
  if (seat === null) return toast(t("page.hand.phone", { seat: handLabel(current(), hand) }));
  const read = await post("/virtual/look", { seat });
  if (!read || current().seq !== seq) return;
  const { version } = scene;
  const stands = () => current().seq === seq && current().scene.version === version;
  const cover = () => button("cover", t("page.hand.cover"), sheet.back, "wide");
  const all = () => sheet.open(() => [
      sheet.header(t("page.hand.look", { seat: seats[seat].label })),
      h("div.looked", handViews(current(), read.hands, (card) =>
        cardSheet(sheet, current, () => read.hands, card.id, { stands, done: sheet.back }))),
      cover(),
    ], { stands });
  all();
}

/** Whether the table waits for a seat: its turn, its answer, or a card that it must draw.
 * @param {VirtualState} state @param {SeatPanel} seat */
const isAwaited = ({ focus, scene }, { seat, cue }) =>
  focus.seat === seat || /^(turn|may_)/.test(cue) || scene.duties.some((duty) => duty.seat === seat);

/** Return a sentence about a phone that the table waits for while it is away. The time in it counts on.
 * @param {string} key @param {SeatPanel} seat */
function awayText(key, { label, away }) {
  const [before, after] = t(key, { seat: label, time: "|" }).split("|");
  return h("p", rich(before), timeSince(away ?? 0), rich(after));
}

/** Show each phone that is away while the table waits for its seat, with a button to play that seat here.
 * @param {HTMLElement} element @param {VirtualState} state */
function drawAway(element, state) {
  const { scene, seats } = state;
  const missed = seats.filter((seat) => seat.away !== null && !seat.level && isAwaited(state, seat));
  const holds = (seat) => scene.hands.some((held, hand) => held.length && scene.players[hand] === seat);
  showIfAny(element, missed.map(({ seat, label, away }) => ({ seat, label, away, holds: holds(seat) })), (all) =>
    all.map(({ seat, holds: hand }) => h("div.away", { data: { seat } },
      awayText(hand ? "page.away.hand" : "page.away", seats[seat]),
      button(`here${seat}`, t("page.away.here"), () => post("/api/seat/free", { seat }), "main"))));
}

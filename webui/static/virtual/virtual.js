// The virtual table: the whole system on any computer, with real camera frames.

import "../base/steady.js";
import { post, confirmed, ruleOf, ruleLink } from "../base/http.js";
import { rematchButton, moreTimeButton, pauseButton } from "../match/matchbuttons.js";
import { drawLive, botMark, parties, partLines } from "../match/board.js";
import { camera } from "../drawing/camera.js";
import { knobAndScreen } from "./console.js";
import { isHidden, lookAtHand } from "./hiddenhands.js";
import { aboutCard, counter, find, h, redraw, rich, served, show, showIfAny, t } from "../base/dom.js";
import { expectedMarks } from "../drawing/panel.js";
import { drawEnding } from "../ending/ending.js";
import { connectHead, drawHead } from "../menu/head.js";
import { drawLesson } from "../match/lesson.js";
import { follow } from "../live/live.js";
import { mat } from "./mat.js";
import { drawShiftButtons, drawMats, drawOpenZones, homeOf } from "./mats.js";
import { drawActions, drawNextStep, placeToGather, inZone } from "./nextstep.js";
import { drawPiles, connectPiles, inHand } from "./piles.js";
import { handLabel } from "../match/handcards.js";
import { tableOffers } from "../match/offers.js";
import { sheets } from "../match/sheets.js";

const DENIED_MS = 5000;
const WIDE = 1.6; // width to height; wider mats fill the table's width

/** @typedef {PageState & { scene: VirtualScene }} VirtualState */

let state = /** @type {VirtualState} */ (served.state);
const host = served.host;
const table = find("#table");
const sheet = sheets({ host: true });
const marksLayer = expectedMarks(find("#marks"));
const knob = knobAndScreen(find("#console"));
const cards = mat(find("#mat"), {
  label: (card) => state.scene.labels[card] ?? card,
  target: (event) =>
    document.elementsFromPoint(event.clientX, event.clientY).map((one) => one.closest("[data-drop]")).find(Boolean),
  tapped: tap,
});

/** Do what is due with a card or pile: draw, lay, take or clear it. A hidden card is shown first. @param {string} id */
function tap(id) {
  if (state.scene.hands.some((hand) => hand.includes(id)) && isHidden(state.scene, id)) {
    lookAtHand(sheet, () => state, id);
    return;
  }
  sheet.close();
  post("/virtual/tap", { id });
}

// -- the seats round the mat ----------------------------------------------------------

const CLEAR = 28; // percent of the mat's width that stays free for pile and discards

/** Place an element at its seat, clear of the lower corners with pile and discards.
 * @param {HTMLElement} element @param {number} seat */
function placeAtSeat(element, seat) {
  const home = homeOf(state.scene, seat);
  const { edge, along } = home ?? { edge: "bottom", along: (seat + 0.5) / state.seats.length };
  element.dataset.edge = edge;
  element.style.setProperty("--along",
    `${home && edge === "bottom" ? Math.min(Math.max(along * 100, CLEAR), 100 - CLEAR) : along * 100}%`);
}

/** Return a panel button. Pressing and releasing it are sent at once, one after the other. */
function panelButton(seat) {
  let queue = Promise.resolve();
  let down = false;
  const send = (now) => {
    if (down === now) return;
    down = now;
    button.dataset.down = now ? "yes" : "no";
    queue = queue.then(() => post("/virtual/button", { seat: seat.seat, down: now }));
  };
  const button = h("button", {
    class: "led", type: "button", data: { seat: seat.seat, key: `led${seat.seat}` },
    onpointerdown: (event) => { if (!event.button) { button.setPointerCapture(event.pointerId); send(true); } },
    onpointerup: () => send(false),
    onpointercancel: () => send(false),
    onkeydown: (event) => {
      if ([" ", "Enter"].includes(event.key)) {
        event.preventDefault();
        if (!event.repeat) send(true);
      }
    },
    onkeyup: (event) => {
      if ([" ", "Enter"].includes(event.key)) send(false);
    },
    onblur: () => send(false),
    oncontextmenu: (event) => event.preventDefault(),
  }, h("span", { class: "cap", data: { symbol: seat.symbol } }, seat.symbol));
  return button;
}

/** Return a card in a seat's hand, or (null) one left out of the deal. */
function heldCard(id, seat) {
  const card = state.scene.faces[id] ?? "";
  const whose = seat === null ? "" : handLabel(state, seat);
  const label = card ? state.scene.labels[card] ?? card : t("page.hand.back", { seat: whose });
  const place = inHand(id, card);
  const [width, height] = state.scene.mat_mm;
  return h("button", {
    class: "hand", type: "button", data: { id, key: `hand${id}` }, title: aboutCard(card) || null,
    "aria-label": seat === null || !card ? label : t("page.card.held", { card: label, seat: whose }),
    onpointerdown: (event) => {
      if (event.button) return;
      event.preventDefault();
      cards.pick(place, event, event.currentTarget.closest("[data-drop], .aside"));
    },
    onclick: (event) => { // for the keyboard; a pointer drags instead
      if (event.detail !== 0) return;
      if (!card || state.wants.some((want) => want.watch === "read" && want.scope !== "mat")) tap(id);
      else cards.lay({ ...place, x_mm: width * (0.2 + 0.12 * (seat ?? 0)), y_mm: height / 2 });
    },
    onkeydown: (event) => { if (event.key === "b") post("/virtual/back", { id }); },
  }, h("img", { src: state.scene.pictures[card] ?? state.scene.back, alt: "", draggable: "false" }));
}

/** Show for a while why a press did nothing. @param {HTMLElement} element @param {Denied | null} denied */
function showDenied(element, denied) {
  const first = element.dataset.why === undefined, why = denied?.text ?? "";
  if (element.dataset.why === why) return;
  element.dataset.why = why;
  if (first) return;
  redraw(element, why, denied && ruleLink(ruleOf(denied)));
  setTimeout(() => { if (element.dataset.said === why) redraw(element); }, DENIED_MS);
  element.dataset.said = why;
}

/** Draw the cards of a hand; `full` leaves room for more than one.
 * @param {HTMLElement} element @param {number} hand @param {boolean} full */
function drawHand(element, hand, full) {
  const held = state.scene.hands[hand] ?? [];
  show(find(".hands", element), [held, held.map((id) => state.scene.faces[id])],
    () => held.map((id) => heldCard(id, hand)));
  element.dataset.full = full || held.length > 1 ? "yes" : "no";
  element.dataset.many = held.length > 2 ? "yes" : "no";
  element.dataset.fan = held.length > 4 ? "yes" : "no";
}

function drawSeatSpots() {
  const box = find("#spots");
  for (const seat of state.seats) {
    let element = find(`[data-spot="${seat.seat}"]`, box);
    if (!element || element.matches(".without")) {
      element?.remove();
      element = h("div", { class: "spot", data: { spot: seat.seat, seat: seat.seat, drop: "hand" } }, panelButton(seat),
        h("div", { class: "hands" }), h("div", { class: "about" }), h("div", { class: "along" }),
        h("p", { class: "denied", role: "status" }));
      box.append(element);
    }
    placeAtSeat(element, seat.seat);
    element.dataset.out = seat.out ? "yes" : "no";
    element.dataset.cue = seat.cue;
    const led = find(".led", element);
    led.dataset.light = seat.light;
    led.dataset.asked = seat.asked ? "yes" : "no";
    led.setAttribute("aria-label", t("page.led", { seat: seat.label, cue: seat.cueText }));
    drawHand(element, seat.seat, seat.tokens.length > 1);
    show(find(".about", element), [seat.name, seat.bot, seat.tokens, seat.cueText], () => [
      h("p", { class: "name", translate: "no" }, seat.name),
      botMark(seat),
      h("p", { class: "tokens" }, seat.tokens.map(counter)),
      h("p", { class: "cue" }, seat.cueText),
    ]);
    drawShiftButtons(find(".along", element), state, seat);
    showDenied(find(".denied", element), seat.denied);
  }
  state.others.forEach((one, n) => drawParty(box, one, state.seats.length + n));
  for (const element of box.querySelectorAll(".spot")) {
    const number = Number(element.dataset.spot);
    if (number >= state.seats.length + (state.scene.hands[number] ? state.others.length : 0)) element.remove();
  }
  box.dataset.seats = state.seats.length;
}

/** Draw the hand of a party without a seat, if it has one.
 * @param {HTMLElement} box @param {Party} one @param {number} number */
function drawParty(box, one, number) {
  if (!state.scene.hands[number]) return;
  let element = find(`[data-spot="${number}"]`, box);
  if (!element?.matches(".without")) {
    element?.remove();
    element = h("div", { class: "spot without", data: { spot: number, drop: "hand" } }, h("div", { class: "hands" }),
      h("div", { class: "about" }));
    box.append(element);
  }
  placeAtSeat(element, number);
  drawHand(element, number, true);
  show(find(".about", element), [one.name], () => h("p", { class: "name", translate: "no" }, rich(one.name)));
}

// -- zones for the held card ---------------------------------------------------------

let lookedAt = ""; // the held card under the pointer, in focus, or dragged

function showOpenZones(id) {
  lookedAt = id;
  drawOpenZones(state.scene, lookedAt);
}

const heldAt = (event) => event.target.closest(".hand")?.dataset.id ?? "";
for (const kind of ["pointerover", "focusin"])
  find("#spots").addEventListener(kind, (event) => event.buttons || showOpenZones(heldAt(event)));
for (const kind of ["pointerleave", "focusout"])
  find("#spots").addEventListener(kind, (event) => event.buttons || showOpenZones(""));
find("#spots").addEventListener("pointerdown", (event) => showOpenZones(heldAt(event)));
for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => showOpenZones(""));

// -- faults ---------------------------------------------------------------------------

function drawFaults() {
  const { switches } = state.scene;
  const box = find("#faults");
  show(box, switches.map((fault) => fault.label),
    () =>
      switches.map((fault) =>
        h("label", { class: "switch" },
          h("input", { type: "checkbox", role: "switch", data: { key: fault.name }, onchange: (event) =>
            post("/virtual/fault", { name: fault.name, on: event.target.checked }) }), h("span", {}, fault.label))
      ));
  for (const fault of switches) { // keep the element, because a finger may be holding it
    const input = find(`[data-key="${fault.name}"]`, box);
    if (input.dataset.on === String(fault.on)) continue;
    input.dataset.on = String(fault.on);
    input.checked = fault.on;
  }
}

// -- due and misplaced cards ---------------------------------------------------------

/** Mark due places and misplaced cards. */
function drawExpected() {
  marksLayer.draw(state);
  const amiss = state.table?.amiss ?? [];
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#mat .placed"))) {
    const placed = state.scene.placed.find((one) => one.id === element.dataset.id);
    const wrong = placed
      && amiss.some((one) =>
        (one.down ? !placed.face_up : one.card === placed.card) && (!one.zone || inZone(state.scene, one.zone, placed))
      );
    element.dataset.amiss = wrong ? "yes" : "no";
  }
}

// -- the page -------------------------------------------------------------------------

/** @param {PageState} newState */
function draw(newState) {
  state = /** @type {VirtualState} */ (newState);
  drawHead(state);
  table.style.setProperty("--ratio", state.scene.mat_mm[0] / state.scene.mat_mm[1]);
  table.dataset.wide = state.scene.mat_mm[0] > WIDE * state.scene.mat_mm[1] ? "yes" : "no";
  table.style.setProperty("--card", (state.scene.card_mm[0] / state.scene.mat_mm[0]));
  show(find("#ground"), state.scene.mat, (src) => h("img", { src, alt: "", draggable: "false" }));
  drawSeatSpots();
  drawMats(state, cards, tap);
  drawOpenZones(state.scene, lookedAt);
  cards.draw(state.scene);
  drawExpected();
  drawPiles(state);
  showIfAny(find("#aside"), state.scene.aside, (
    aside,
  ) => [h("p", { class: "reason", "aria-hidden": "true" }, t("page.aside")), aside.map((id) => heldCard(id, null))]);
  drawLesson(find("#lesson"), state);
  drawNextStep(state);
  showIfAny(find("#note"), state.over ? "" : state.scene.note, rich);
  drawActions(state, host);
  showIfAny(find("#others"), state.others, parties);
  drawEnding(find("#ending"), state);
  knob.draw(state.scene.console);
  drawFaults();
  show(find("#again"), [(state.over || state.lesson) && state.seq, state.lesson, state.paused, state.match,
    Boolean(state.timer)], () => [rematchButton(state), moreTimeButton(state), pauseButton(state)]);
  // The expected changes above already say this.
  const watching = state.watching.filter((text) => !state.wants.some((want) => want.text === text));
  show(find("#watching"), watching, () => watching.map((text) => h("p", {}, text)));
  show(find("#parts"), state.parts, partLines);
  sheet.draw(state, tableOffers(state), host);
}

/** Deal, and send away a sheet about cards that are no longer there. */
function deal() {
  sheet.close();
  post("/virtual/deal");
}

find("#deal").addEventListener("click", deal);
find("#redeal").addEventListener("click", async () => {
  const held = state.scene.hands.some((hand) => hand.length);
  if (!held || await confirmed(t("page.deal.sure"), t("page.deal.again"), t("page.deal.keep"))) deal();
});
find("#reveal").addEventListener("click", () => post("/virtual/reveal"));
find("#gather").addEventListener("click", () => post("/virtual/gather", { zone: placeToGather(state)?.zone ?? "" }));
connectPiles(cards, { tap, current: () => state });
camera(find("#view"));
connectHead({ sheet, current: () => state });

follow("virtual", draw, drawLive);

// The virtual table: the whole system on any computer, with real camera frames.

import "../base/steady.js";
import { post, confirmed } from "../base/http.js";
import { rematchButton, moreTimeButton, pauseButton, drawLesson } from "../match/matchbuttons.js";
import { drawLive, parties, partLines } from "../match/board.js";
import { camera } from "../drawing/pictures.js";
import { knobAndScreen } from "./console.js";
import { tapCard } from "../match/duties.js";
import { isHidden, lookAtHand, cardMaker, isMisplaced, takeBackButton, tray } from "./tray.js";
import { find, h, rich, served, show, showIfAny, t } from "../base/dom.js";
import { isAlone } from "../match/begin.js";
import { drawEnding } from "../ending/ending.js";
import { connectHead, drawHead } from "../menu/head.js";
import { follow } from "../live/live.js";
import { mat } from "./mat.js";
import { drawActions, drawNextStep } from "./nextstep.js";
import { drawSeats } from "./seats.js";
import { tableOffers } from "../match/offers.js";
import { sheets } from "../match/sheets.js";

import { choose, closeRegion, drawMarks, drawOpenPlaces, drawStacks, openRegion, placeMats, drawPiles, connectPiles }
  from "./mats.js";

let state = /** @type {VirtualState} */ (served.state);
const host = served.host;
const sheet = sheets({ host: true });
const knob = knobAndScreen(find("#console"));
const cards = mat(find("#mat"), {
  label: (card) => state.scene.labels[card] ?? card,
  target: ({ clientX, clientY }) =>
    document.elementsFromPoint(clientX, clientY).map((element) => element.closest("[data-drop]")).find(Boolean),
  tapped: tap,
});

/** Return the duty that a card on the mat can do. @param {string} id */
const dutyOf = (id) => state.scene.duties.find(({ cards }) => cards.includes(id));

/** Do the duty with a card or pile. A hidden card is shown first, and a card in a small region opens it.
 * @param {string} id */
async function tap(id) {
  const placed = state.scene.placed.find((card) => card.id === id);
  if (placed && !dutyOf(id) && openRegion(placed)) { drawTable(); return; }
  if (state.scene.hands.some((hand) => hand.includes(id)) && isHidden(state.scene, id)) {
    lookAtHand(sheet, () => state, id);
    return;
  }
  sheet.close();
  const { opens = [], fits = [] } = state.scene.held[id] ?? {};
  const chooses = opens.length + fits.length > 0; // of several places, the next tap says which
  if ((dutyOf(id) || !chooses) && !(await tapCard(id))?.held) return;
  if (!chooses) return;
  choose(id);
  drawTable();
  drawNextStep(state);
}

const desk = { cards, sheet, tap, current: () => state };
const heldCard = cardMaker(desk);
const ownHand = tray(desk);

let lookedAt = ""; // the held card under the pointer, in focus, or dragged

/** @param {string} id */
const showOpenPlaces = (id) => drawOpenPlaces(state, lookedAt = id);

const heldAt = (event) => event.target.closest(".hand")?.dataset.id ?? "";
for (const place of [find("#spots"), find("#tray")]) {
  for (const kind of ["pointerover", "focusin"])
    place.addEventListener(kind, (event) => event.buttons || showOpenPlaces(heldAt(event)));
  for (const kind of ["pointerleave", "focusout"])
    place.addEventListener(kind, (event) => event.buttons || showOpenPlaces(""));
  place.addEventListener("pointerdown", (event) => showOpenPlaces(heldAt(event)));
}
for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => showOpenPlaces(""));

function drawFaults() {
  for (const input of find("#faults").querySelectorAll("input")) { // set only if it changes, as a finger may hold it
    const on = state.scene.faults[input.name];
    if (input.dataset.on !== String(on)) Object.assign(input, { checked: on }).dataset.on = String(on);
  }
}
find("#faults").addEventListener("change", ({ target }) =>
  post("/virtual/fault", { name: target.name, on: target.checked }));

/** Mark due places and misplaced cards. */
function drawExpected() {
  drawMarks(state, (wrong) => takeBackButton(state.scene, wrong));
  const { amiss = [], lying = [] } = state.table ?? {};
  const takers = new Map(lying.map(({ card, edge }) => [card, edge]));
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#mat .placed"))) {
    const placed = state.scene.placed.find((card) => card.id === element.dataset.id);
    const isWrong = placed && amiss.some((wrong) => isMisplaced(state.scene, wrong, placed));
    element.dataset.amiss = isWrong ? "yes" : "no";
    element.dataset.seat = String(takers.get(placed?.card ?? "") ?? ""); // who takes the trick
    const duty = dutyOf(element.dataset.id ?? "");
    element.toggleAttribute("data-next", duty !== undefined);
    element.dataset.goes = String(duty?.chooses === false ? duty.seat ?? "" : "");
  }
}

/** Draw what depends on the room for the mats. */
function drawTable() {
  placeMats(state, drawTable);
  ownHand.draw(state);
  drawStacks(state, cards, tap);
  drawOpenPlaces(state, lookedAt);
  cards.draw(state.scene);
  drawSeats(state, heldCard);
  drawExpected();
}
new ResizeObserver(drawTable).observe(find(".middle"));
document.fonts.addEventListener("loadingdone", drawTable); // the plates are as wide as their letters
const leaves = ({ key }) => key === "Escape" && !find("#sheet[open]") && closeRegion(); // the open place
document.addEventListener("keydown", (event) => leaves(event) && drawTable());

/** @param {PageState} newState */
function draw(newState) {
  const was = state.focus.label;
  state = /** @type {VirtualState} */ (newState);
  if (state.focus.label !== was) {
    choose();
    if (!state.seats[state.focus.seat ?? -1]?.level) closeRegion(); // see what is due
  }
  drawHead(state);
  drawPiles(state);
  drawTable();
  showIfAny(find("#aside"), state.scene.aside, (aside) =>
    [h("p.reason", { "aria-hidden": "true" }, t("page.aside")), aside.map((id) => heldCard(id, null))]);
  drawLesson(find("#lesson"), state);
  drawNextStep(state);
  showIfAny(find("#note"), state.over ? "" : state.scene.note, rich);
  drawActions(state, host);
  showIfAny(find("#others"), state.others, parties);
  find(".drawer").hidden = isAlone(state.seats.map(({ level }) => level ?? "")) && !find(".drawer[open]");
  drawEnding(find("#ending"), state, null);
  knob.draw(state.scene.console);
  drawFaults();
  show(find("#again"), [(state.over || state.lesson) && state.seq, state.lesson, state.paused, state.match,
    Boolean(state.timer)],
    () => [rematchButton(state), moreTimeButton(state), state.paused && pauseButton(state)]);
  const watching = state.watching.filter((text) => !state.wants.some((want) => want.text === text));
  show(find("#watching"), watching, () => watching.map((text) => h("p", text)));
  show(find("#parts"), state.parts, partLines);
  sheet.draw(state, tableOffers(state), host);
}

/** Deal, and send away a sheet about cards that are no longer there. @param {{ again: boolean }} how */
function deal(how) {
  sheet.close();
  post("/virtual/deal", how);
}

find("#deal").addEventListener("click", () => deal({ again: false }));
find("#redeal").addEventListener("click", async () => {
  const held = state.scene.hands.some((hand) => hand.length);
  if (!held || await confirmed(t("page.deal.sure"), t("page.deal.again"), t("page.deal.keep"))) deal({ again: true });
});
connectPiles(cards, { tap, current: () => state });
camera(find("#view"));
connectHead({ sheet, current: () => state });

follow("virtual", draw, drawLive);

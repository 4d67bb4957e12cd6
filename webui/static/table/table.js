// The big screen: a stage for everybody, and the host's controls in a drawer.

import "../base/steady.js";
import { rematchButton, pauseButton, drawLesson } from "../match/matchbuttons.js";
import { comesUp, drawsTable, whyMark, drawFocus, drawLive, drawSeats, partLines } from "../match/board.js";
import { camera } from "../drawing/pictures.js";
import { find, h, rich, served, show, showIfAny } from "../base/dom.js";
import { drawing } from "../drawing/drawing.js";
import { drawEnding } from "../ending/ending.js";
import { offerKey } from "../match/fields.js";
import { drawAllGroups, tableOffers } from "../match/offers.js";
import { connectHead, drawHead } from "../menu/head.js";
import { follow } from "../live/live.js";
import { crop } from "../match/crops.js";
import { buildSum } from "../match/ruling.js";
import { sheets } from "../match/sheets.js";
import { edges } from "./edges.js";
import { store, stored } from "../base/storage.js";

let state = served.state;
const sheet = sheets({ host: true, rules: false });
const above = drawing(find("#drawing"));
const tall = matchMedia("(max-aspect-ratio: 1/1), (max-width: 56.25em)"); // as in table.css
const fresh = find("#fresh");

// -- the drawer --

const KEPT = "controls";
const LEAVES_MS = 4000; // the buttons at the top go after so long

let open = false;
let wanted = stored(KEPT); // what the host chose last

function showDrawer() {
  document.body.dataset.controls = open ? "yes" : "no";
  find("#controls")?.setAttribute("aria-expanded", String(open));
}

/** Open or close the drawer, and remember it. */
function toggleDrawer() {
  open = !open;
  wanted = open ? "open" : "closed";
  store(KEPT, wanted);
  showDrawer();
}

/** Open the drawer as the host chose; without a choice, if the moves have no other place.
 * @param {PageState} state */
function drawDrawer({ match, seats }) {
  const needed = Boolean(match) && !served.virtual && !seats.some((seat) => seat.held);
  open = served.host && (wanted === "open" || (!wanted && needed));
  showDrawer();
}

find("#controls")?.addEventListener("click", toggleDrawer);
document.addEventListener("keydown", ({ key, target, ctrlKey, metaKey, altKey }) => {
  const types = target instanceof Element && target.matches("input, textarea, select");
  if (key === "c" && served.host && !types && !ctrlKey && !metaKey && !altKey) toggleDrawer();
});
let timer = 0;
const wake = () => {
  clearTimeout(timer);
  delete document.body.dataset.idle;
  timer = setTimeout(() => { document.body.dataset.idle = "yes"; }, LEAVES_MS);
};
for (const here of ["pointermove", "pointerdown", "keydown"]) document.addEventListener(here, wake);
wake();

// -- the stage --

/** Return what the stage shows: how to join, the table, what matters now, the newest count until the next move, or the
 * end. */
const shownNow = () =>
  state.over ? "end" : !state.match ? "join" : comesUp(state) ? "count" : drawsTable(state) ? "table" : "focus";

function drawStage() {
  const shown = shownNow(), counts = shown === "count", drawn = shown === "table";
  document.body.dataset.shows = shown;
  find("#joining").hidden = shown !== "join";
  find("#around").hidden = shown === "end" || shown === "join";
  above.draw(state, drawn ? state.table : null);
  if (drawn && state.table) find("#around").style.setProperty("--ratio", state.table.size[0] / state.table.size[1]);
  drawSeats(find("#seats"), state, undefined, undefined, edges(state, { drawn, tall: tall.matches }));
  drawHeldUp();
  drawFocus(find("#focus"), state);
  find("#focus").hidden = counts;
  const count = counts ? state.count : null;
  fresh.hidden = !count;
  buildSum(fresh, count); // row by row
  sheet.rule(fresh, count);
  // A reading without arithmetic shows its pictures here.
  const read = shown === "focus" && state.count?.fresh ? state.count.cards : [];
  const deals = state.deals && !state.focus.deals;
  const line = counts || (drawn && !deals && state.focus.tells) ? "" : deals ? state.deals : state.last;
  const cited = line && !deals ? state.cited : [];
  show(find("#last"), [line, read, cited], () => [
    read.map((card) => crop(card.proof, card.label)), line && h("span", rich(line)), whyMark(cited),
  ]);
}

/** Draw the cards that players hold up, as a stranger sees them. */
function drawHeldUp() {
  for (const { seat, backs } of state.seats) {
    const box = find(`#seats > * > [data-seat="${seat}"]`);
    if (!backs || !state.table || box.querySelector(".held")) continue;
    const cards = box.querySelector(".cards") ?? box.appendChild(h("span.cards")), src = state.table.back;
    for (let n = 0; n < backs; n += 1) cards.prepend(h("img.up.held", { src, alt: "" }));
  }
}

/** Draw the moves of each seat, and buttons to type in cards if no camera reads them. */
function drawPad() {
  const typed = state.offers.filter((offer) => offer.typed === "reading");
  const played = drawAllGroups(find("#groups"), state);
  find("#pad").hidden = !played && !typed.length;
  show(find("#typed"), typed, () => typed.map((offer) => h("button.grow", {
    data: { move: offer.move, key: `typed.${offerKey(offer)}` }, onclick: () => sheet.correct(offer),
  }, offer.shown.label)));
}

/** Draw the host's part: moves, camera, and the state of the table's parts. */
function drawDesk() {
  drawPad();
  show(find("#again"), [(state.over || state.lesson) && state.seq, state.lesson, state.paused, state.match],
    () => [!state.over && rematchButton(state), pauseButton(state)]);
  show(find("#watching"), state.watching, () => state.watching.map((text) => h("p", text)));
  showIfAny(find("#parts"), state.parts, partLines);
  const last = state.count && (!state.count.fresh || (state.over && comesUp(state))) ? state.count : null;
  find("#before").hidden = !last;
  sheet.rule(find("#before"), last);
}

/** @param {PageState} newState */
function draw(newState) {
  state = newState;
  drawHead(state);
  drawLesson(find("#lesson"), state);
  if (served.host) drawDesk();
  sheet.draw(state, served.host ? tableOffers(state) : [], served.host);
  drawStage();
  drawDrawer(state);
  drawEnding(find("#ending"), state, state.over && rematchButton(state));
  showIfAny(find("#seated"), state.club?.round ?? "", rich);
}

tall.addEventListener("change", drawStage);
if (find("#view")) camera(find("#view"));
connectHead({ sheet, current: () => state, does: { controls: () => { sheet.close(); toggleDrawer(); } } });
// A question's height is not available to the panels.
new ResizeObserver(() => document.body.style.setProperty("--asked", `${find("#sheet").offsetHeight}px`)).observe(
  find("#sheet"),
);

follow("table", draw, drawLive);

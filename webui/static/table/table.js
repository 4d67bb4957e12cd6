// The big screen for everybody, with the host's controls.

import "../base/steady.js";
import { rematchButton, pauseButton } from "../match/matchbuttons.js";
import { comesUp, ruleLinks, drawFocus, drawLive, drawSeats, partLines } from "../match/board.js";
import { camera } from "../drawing/camera.js";
import { find, h, rich, served, show, showIfAny } from "../base/dom.js";
import { drawing } from "../drawing/drawing.js";
import { drawEnding } from "../ending/ending.js";
import { offerKey } from "../match/fields.js";
import { drawAllGroups } from "../match/groups.js";
import { joinInfo } from "../host/join.js";
import { connectHead, drawHead } from "../menu/head.js";
import { drawLesson } from "../match/lesson.js";
import { follow } from "../live/live.js";
import { crop } from "../match/crops.js";
import { tableOffers } from "../match/offers.js";
import { sheets } from "../match/sheets.js";

let state = served.state;
const sheet = sheets({ host: true, rules: false });
const above = drawing(find("#drawing"));

/**
 * Draw the table with the focus and the last ruling next to it. A fresh count replaces the drawing until the next
 * move. If no card is on the table, the focus takes the drawing's place; at the end of the match, the result does.
 */
function drawStage() {
  const counted = comesUp(state) && !state.over && (Boolean(state.focus.value) || !state.table);
  const drawn = Boolean(state.table) && !counted && !state.over;
  const fresh = comesUp(state) && !drawn && !state.over;
  const last = state.count && (!state.count.fresh || (!fresh && comesUp(state))) ? state.count : null;
  above.draw(state, drawn ? state.table : null);
  document.body.dataset.drawn = drawn ? "yes" : "no";
  if (drawn !== (find("#focus").parentElement === find("#beside"))) {
    if (drawn) find("#beside").append(find("#focus"), find("#last"));
    else find("#fresh").before(find("#focus")), find("#around").before(find("#last"));
  }
  drawSeats(find("#seats"), state, undefined, undefined,
    drawn && state.table?.places.length ? state.table.places : null);
  drawFocus(find("#focus"), state);
  find("#focus").hidden = fresh;
  find("#fresh").hidden = !fresh;
  // A reading without arithmetic shows its pictures here.
  const read = !fresh && !drawn && state.count?.fresh ? state.count.cards : [];
  find("#before").hidden = !last;
  sheet.rule(find("#fresh"), fresh ? state.count : null);
  sheet.rule(find("#before"), last);
  const deals = state.deals && !state.focus.deals;
  const said = deals ? state.deals : state.last;
  const told = drawn && !deals && state.focus.tells;
  show(find("#last"), [fresh ? null : said, told, read], () => [
    read.map((card) => crop(card.proof, card.label)), !fresh && !told && h("span", {}, rich(said)),
    !fresh && !deals && ruleLinks(state.cited),
  ]);
}

/** Draw the moves of each seat, and buttons to type in cards if no camera reads them. */
function drawPad() {
  const typed = state.offers.filter((offer) => offer.typed === "reading");
  const played = drawAllGroups(find("#groups"), state);
  find("#pad").hidden = !played && !typed.length;
  show(find("#typed"), typed, () => typed.map((offer) => h("button", {
    class: "grow", data: { move: offer.move, key: `typed.${offerKey(offer)}` }, onclick: () => sheet.correct(offer),
  }, offer.shown.label)));
}

/** Draw the host's part: moves, camera, and the state of the table's parts. */
function drawDesk() {
  drawPad();
  show(find("#again"), [(state.over || state.lesson) && state.seq, state.lesson, state.paused, state.match],
    () => [rematchButton(state), pauseButton(state)]);
  show(find("#watching"), state.watching, () => state.watching.map((text) => h("p", {}, text)));
  showIfAny(find("#parts"), state.parts, partLines);
}

/** @param {PageState} newState */
function draw(newState) {
  state = newState;
  drawHead(state);
  drawLesson(find("#lesson"), state);
  if (served.host) drawDesk();
  sheet.draw(state, served.host ? tableOffers(state) : [], served.host);
  drawStage();
  drawEnding(find("#ending"), state);
  showIfAny(find("#seated"), state.club?.round ?? "", rich);
}

show(find("#joining"), served.address, joinInfo);
if (served.host && served.workshop) camera(find("#view"));
connectHead({ sheet, current: () => state });
// A question's height is not available to the panels.
new ResizeObserver(() => document.body.style.setProperty("--asked", `${find("#sheet").offsetHeight}px`)).observe(
  find("#sheet"),
);

follow("table", draw, drawLive);

// The next step: a line of words next to the table, and a labelled button for each action.

import { seatName, whyMark } from "../match/board.js";
import { timerRing } from "../base/clock.js";
import { aboutCard, counter, find, h, rich, show, t } from "../base/dom.js";
import { drawDuties, dutyButton, saidDuty } from "../match/duties.js";
import { drawAllGroups } from "../match/offers.js";
import { cardsToLay } from "./mats.js";

const LONG_LABEL = 36; // letters of a headline that must be smaller

/** Whether a card lies in a zone of the mat.
 * @param {VirtualScene} scene @param {string} zone @param {{ x_mm: number, y_mm: number }} placed */
export function inZone({ zones }, zone, { x_mm: x, y_mm: y }) {
  const [left, top, right, bottom] = zones[zone] ?? [0, 0, 0, 0];
  return x >= left && x < right && y >= top && y < bottom;
}

/** Whether the question is about a card's name or the number of cards. @param {Question} question */
const isDoubtful = ({ items, countText }) => countText !== "" || items.some((item) => !item.certain);

/** Return the hints for the next step. @param {VirtualState} state @returns {string[]} */
function nextStepHints(state) {
  const { match, question, paused, over, mustDeal, focus, deals, scene } = state;
  if (!match || over || (paused && !question)) return []; // the focus already says it
  if (question) return isDoubtful(question) ? [t("page.now.question")] : []; // other questions explain themselves
  if (mustDeal) return focus.deals ? [] : [deals];
  const hints = [scene.stuck.length ? t("page.now.stuck") : "", scene.missed ? t("page.now.missed") : ""]
    .filter(Boolean);
  if (hints.length || scene.duties.length) return hints;
  if (scene.reads) return [t("page.now.reads")];
  return state.waitsFor ? [state.waitsFor] : [];
}

const overflows = new ResizeObserver(() => { // so that keys scroll the step, but stop at it only if it scrolls
  const now = find("#now");
  if (now.scrollHeight > now.clientHeight) now.tabIndex = 0;
  else now.removeAttribute("tabindex");
});

/** Show the next step and light the buttons for it. @param {VirtualState} state */
export function drawNextStep(state) {
  const { scene, focus } = state;
  const fits = state.question ? [] : cardsToLay(state), lays = fits.length > 0; // before all that comes next
  const about = fits.map((id) => aboutCard(scene.faces[id] ?? "")).filter(Boolean);
  const named = fits.slice(1).length ? "" : scene.labels[scene.faces[fits[0] ?? ""] ?? ""] ?? ""; // of a lone card
  const hints = (lays ? about : nextStepHints(state)).filter((hint) => hint && hint !== focus.label);
  const line = focus.value || about.length || state.over ? "" : state.last;
  const whose = focus.seat === null ? null : state.seats[focus.seat];
  const by = focus.value && !scene.placed.length ? state.seats[focus.by ?? -1] : null; // until cards lie there
  const bank = find("#table").dataset.bare === "yes" && state.table?.heaps.find(({ zone }) => zone === "middle");
  show(find("#bid"), by ? [focus.value, by.seat, by.name] : bank, () => by ? h("span", { data: { seat: by.seat },
    vars: { letters: focus.value.length } }, h("b", focus.value), h("i", t("page.said_by"), " ", seatName(by)))
    : bank && h("span", bank.tokens.map(counter), bank.texts.map((text) => h("i", text))));
  const now = find("#now");
  const isTold = line && focus.tells; // then the label says it
  const rests = Boolean(state.question || state.paused || state.over || lays), duties = rests ? [] : scene.duties;
  const does = saidDuty(duties, focus.label);
  show(now, [focus, state.timer, line, hints, lays, does], () => [
    state.timer && h("span.time", { data: { seat: whose?.seat } }, timerRing(state.timer, null)),
    focus.value && h("p.number", { vars: { letters: focus.value.length } }, focus.value),
    h("h2.what", { data: { long: focus.label.length > LONG_LABEL && "yes" } },
      lays ? t(named ? "page.now.place" : "page.now.fits", { card: named }) : does ? dutyButton(does, true)
      : state.mustDeal && focus.deals ? t("page.now.deal") : [rich(focus.label), isTold && whyMark(state.cited)]),
    [...new Set(hints)].map((hint) => h("p.how", rich(hint))),
    line && !focus.tells && h("p.said", rich(line), " ", whyMark(state.cited)),
  ]);
  for (const part of [now, ...now.children]) overflows.observe(part);
  const begun = scene.placed.length || scene.hands.flat().length || scene.duties.length;
  const due = Boolean(state.match) && !state.over && (state.mustDeal || !begun);
  find("#redeal").hidden = due || Boolean(state.over);
  const deal = find("#deal");
  deal.hidden = !due;
  deal.classList.toggle("main", state.mustDeal);
  drawDuties(find("#duties"), duties, focus.label);
}

/** Draw the moves of all seats: every press of a lamp has a labelled button here.
 * @param {PageState} state @param {boolean} host */
export function drawActions(state, host) {
  find("#dock").hidden = !drawAllGroups(find("#forms"), state) || !host;
}

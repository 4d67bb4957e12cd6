// The next step: a line of words next to the table, and a labelled button for each action.

import { seatName, whyMark } from "../match/board.js";
import { timerRing } from "../base/clock.js";
import { aboutCard, counter, find, h, rich, show, t } from "../base/dom.js";
import { drawAllGroups } from "../match/groups.js";
import { cardsToLay } from "./mats.js";

const LONG = 6; // number of letters; a longer number stands next to the words
const LONG_LINE = 130; // letters of the last ruling; a longer one has smaller letters

/** Whether a card lies in a zone of the mat.
 * @param {VirtualScene} scene @param {string} zone @param {{ x_mm: number, y_mm: number }} placed */
export function inZone({ zones }, zone, { x_mm: x, y_mm: y }) {
  const [left, top, right, bottom] = zones[zone] ?? [0, 0, 0, 0];
  return x >= left && x < right && y >= top && y < bottom;
}

/** Return the cards to clear from a zone, or from everywhere if the zone is not on the mat.
 * @param {VirtualScene} scene @param {string} zone */
const cardsToClear = (scene, zone) => scene.placed.filter((placed) =>
    scene.goes.includes(placed.id) && (!scene.zones[zone] || inZone(scene, zone, placed))
  );

/** @param {ExpectedChange[]} wants */
const unsaidTexts = (wants) => wants.filter((want) => !want.told).map((want) => want.text);

/** Whether people here may have the card that is wanted of nobody in particular: they see that none of theirs is it.
 * @param {VirtualState} state @param {ExpectedChange} want */
function mayBeHere({ focus, scene, seats }, { scope }) {
  const held = scene.hands.filter((_, hand) => !seats[scene.players[hand] ?? -1]?.level).flat();
  return focus.seat !== null || scope !== "shared" || !held.length
    || held.some((id) => !scene.faces[id] || scene.held[id]?.opens.length);
}

/** Whether the question is about a card's name or the number of cards. @param {Question} question */
const isDoubtful = ({ items, countText }) => countText !== "" || items.some((item) => !item.certain);

/** Whether a bot must act now, or only bots. @param {VirtualState} state */
function isBots({ seats, focus }) {
  const due = focus.seat === null ? seats.filter(({ cue }) => cue === "turn") : [seats[focus.seat]];
  return due.length > 0 && due.every((one) => one?.level);
}

/** Return the hints for the next step. @param {VirtualState} state @returns {string[]} */
function nextStepHints(state) {
  const { match, question, paused, over, mustDeal, focus, deals, scene, wants } = state;
  const read = wants.find((want) => want.watch === "read");
  const everywhere = read?.scope === "mat";
  const held = scene.hands.flat().length;
  const draws = Object.keys(scene.piles).length ? [] : [...new Set(Object.values(scene.due))]; // piles say it
  const some = everywhere && isChosen(read, scene);
  if (!match || (paused && !question)) return []; // the focus already says it
  if (question) return isDoubtful(question) ? [t("page.now.question")] : []; // other questions explain themselves
  if (over) return [t("page.now.over")];
  if (everywhere && !some && held) return [t("page.now.reveal")];
  if (read && some) return unsaidTexts([read]);
  if (everywhere) return draws.length ? draws : [t(scene.missed ? "page.now.missed" : "page.now.reads")];
  if (mustDeal) return focus.deals ? [] : [deals];
  const takes = wants.some((want) => want.watch === "leave") && !isBots(state) ? t("page.now.takes") : "";
  const stuck = scene.stuck.length ? t("page.now.stuck") : "";
  const first = [takes || stuck, scene.hint, scene.missed ? t("page.now.missed") : ""].filter(Boolean);
  const all = placeToGather(state); // the lit button already says it
  const wanted = isBots(state) ? [] : unsaidTexts(
    wants.filter((want) => want.watch === "clear" ? want !== all && cardsToClear(scene, want.zone).length > 0
      : mayBeHere(state, want)),
  );
  const hints = [...first, ...(wanted.length ? wanted : draws)]; // the pile already says it
  return hints.length || !state.waitsFor ? hints : [state.waitsFor];
}

/** Whether only some of the held cards must be laid. @param {ExpectedChange} read @param {VirtualScene} scene */
function isChosen({ least }, { placed, hands }) {
  const due = least - placed.length;
  return due > 0 && due < hands.flat().length;
}

/** Whether other cards mostly cover a card, so that no tap reaches it.
 * @param {VirtualScene} scene @param {VirtualScene["placed"][number]} card */
const isUnder = ({ placed, card_mm: [width, height] }, card) => placed.slice(placed.indexOf(card) + 1)
  .some(({ x_mm: x, y_mm: y }) => Math.abs(x - card.x_mm) < width / 2 && Math.abs(y - card.y_mm) < height / 2);

/** Return the zone to clear at once: a trick, several cards, or a covered card. A single card is taken by a tap.
 * @param {VirtualState} state */
export const placeToGather = ({ scene, wants }) => wants.find(({ watch, scope, zone }) => {
  const cards = watch === "clear" && scope !== "mat" ? cardsToClear(scene, zone) : [];
  return cards.length > (scope === "seats" ? 0 : 1) || cards.some((card) => isUnder(scene, card));
});

// While one of these is in use, the column does not scroll.
const BUSY = ".drawer, #console, #sheet[data-kind=other]:not([data-wide=yes])";

function scrollToTop() {
  if (!document.activeElement?.closest(BUSY)) find("aside").scrollTop = 0;
}

const overflows = new ResizeObserver(() => { // so that keys scroll the step, but stop at it only if it scrolls
  const now = find("#now");
  if (now.scrollHeight > now.clientHeight) now.tabIndex = 0;
  else now.removeAttribute("tabindex");
});

/** Show the next step and light the buttons for it. @param {VirtualState} state */
export function drawNextStep(state) {
  const { scene, wants, focus } = state;
  const fits = state.question ? [] : cardsToLay(state), lays = fits.length > 0; // before all that comes next
  const about = fits.map((id) => aboutCard(scene.faces[id] ?? "")).filter(Boolean);
  const named = fits.slice(1).length ? "" : scene.labels[scene.faces[fits[0] ?? ""] ?? ""] ?? ""; // of a lone card
  const hints = (lays ? [named, ...about] : nextStepHints(state)).filter((hint) => hint && hint !== focus.label);
  const said = focus.value || about.length ? "" : state.last;
  const whose = focus.seat === null ? null : state.seats[focus.seat];
  const by = focus.value && !scene.placed.length ? state.seats[focus.by ?? -1] : null; // until cards lie there
  const bank = find("#table").dataset.bare === "yes" && state.table?.heaps.find(({ zone }) => zone === "middle");
  show(find("#bid"), by ? [focus.value, by.seat, by.name] : bank, () => by ? h("span", { data: { seat: by.seat },
    vars: { letters: focus.value.length } }, h("b", {}, focus.value),
    h("i", {}, t("page.said_by"), " ", seatName(by)))
    : bank && h("span", {}, bank.tokens.map(counter), bank.texts.map((text) => h("i", {}, text))));
  const now = find("#now"), asks = JSON.stringify([state.match, focus.label, state.question?.id]);
  const told = said && focus.tells; // then the label says it
  show(now, [focus, state.timer, said, hints, lays], () => [
    state.timer && h("span", { class: "time", data: { seat: whose?.seat } }, timerRing(state.timer, null)),
    focus.value
    && h("p", { class: "number", data: { long: focus.value.length > LONG && "yes" },
      vars: { letters: focus.value.length } }, focus.value),
    h("h2", { class: "what" }, lays ? t("page.now.fits")
      : state.mustDeal && focus.deals ? t("page.now.deal") : [rich(focus.label), told && whyMark(state.cited)]),
    [...new Set(hints)].map((hint) => h("p", { class: "how" }, rich(hint))),
    said && !focus.tells
    && h("p", { class: "said", data: { long: said.length > LONG_LINE && "yes" } }, rich(said), " ",
      whyMark(state.cited)),
  ]);
  for (const one of [now, ...now.children]) overflows.observe(one);
  if (now.dataset.asks !== asks) scrollToTop();
  now.dataset.asks = asks;
  const read = wants.find((want) => want.watch === "read" && want.scope === "mat");
  const all = read && !isChosen(read, scene) && scene.hands.some((hand) => hand.length > 0);
  const begun = scene.placed.length || scene.hands.flat().length || Object.keys(scene.draws).length;
  const due = Boolean(state.match) && !state.over && (state.mustDeal || !begun);
  find("#redeal").hidden = due || Boolean(state.over);
  act("#deal", due, state.mustDeal);
  act("#reveal", all, !state.question);
  act("#gather", !isBots(state) && placeToGather(state), !state.over);
}

/** Show a button while it can do something; it is the main one while it is the next step.
 * @param {string} id @param {boolean} next */
function act(id, shown, next) {
  const button = find(id);
  button.hidden = !shown;
  button.dataset.next = shown && next ? "yes" : "no";
  button.classList.toggle("main", Boolean(shown && next));
}

/** Draw the moves of all seats: every press of a lamp has a labelled button here.
 * @param {PageState} state @param {boolean} host */
export function drawActions(state, host) {
  find("#dock").hidden = !drawAllGroups(find("#forms"), state) || !host;
}

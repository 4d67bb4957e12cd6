// What now: one line of words beside the table, and under it a labelled button for all that may be done.

import { ruleLinks } from "../match/board.js";
import { timerRing } from "../base/clock.js";
import { find, h, rich, show, t } from "../base/dom.js";
import { drawGroups, seatsWithGroup } from "../match/groups.js";

const LONG = 6; // letters of a number that stands beside words

/** @typedef {PageState & { scene: VirtualScene }} VirtualState */

/** Whether a card lies in a zone of the mat. @param {VirtualScene} scene @param {string} zone @param {{ x_mm: number, y_mm: number }} placed */
export function inZone({ zones }, zone, { x_mm: x, y_mm: y }) {
  const [left, top, right, bottom] = zones[zone] ?? [0, 0, 0, 0];
  return x >= left && x < right && y >= top && y < bottom;
}

/** The cards in a zone that are to be taken away; in one that is several, or the whole mat, wherever. @param {VirtualScene} scene @param {string} zone */
const cardsToClear = (scene, zone) => scene.placed.filter((placed) => scene.goes.includes(placed.id) && (!scene.zones[zone] || inZone(scene, zone, placed)));

/** @param {ExpectedChange[]} wants */
const unsaidTexts = (wants) => wants.filter((want) => !want.told).map((want) => want.text);

/** Whether the camera asks which card lies there, or how many. @param {QuestionSheet} question */
const isDoubtful = ({ items, countText }) => countText !== "" || items.some((item) => !item.certain);

/** What hands are to do next. @param {VirtualState} state @returns {string[]} */
function nextStepHints(state) {
  const { match, question, paused, over, mustDeal, focus, deals, scene, wants } = state;
  const read = wants.find((want) => want.watch === "read");
  const everywhere = read?.scope === "mat";
  const held = scene.hands.flat().length;
  const draws = [...new Set(Object.values(scene.due))];
  const some = everywhere && isChosen(read, scene);
  if (!match || (paused && !question)) return []; // the focus says it
  if (question) return isDoubtful(question) ? [t("page.now.question")] : []; // what lies wrong, or may mean several things, says itself what to do
  if (over) return [t("page.now.over")];
  if (everywhere && !some && held) return [t("page.now.reveal")];
  if (read && some) return unsaidTexts([read]);
  if (everywhere) return draws.length ? draws : [t("page.now.reads")];
  if (mustDeal) return focus.deals ? [] : [deals];
  const first = [scene.hint, scene.missed ? t("page.now.missed") : ""].filter(Boolean);
  const all = placeToGather(state); // a lit button says so
  const wanted = unsaidTexts(wants.filter((want) => want.watch !== "clear" || (want !== all && cardsToClear(scene, want.zone).length > 0)));
  return [...first, ...(wanted.length ? wanted : draws)]; // the pile says so, too
}

/** Whether some of the held cards must be chosen, and not all be laid down. @param {ExpectedChange} read @param {VirtualScene} scene */
function isChosen({ least }, { placed, hands }) {
  const due = least - placed.length;
  return due > 0 && due < hands.flat().length;
}

/** Whether most of a card lies under others: no tap reaches it. @param {VirtualScene} scene @param {VirtualScene["placed"][number]} card */
const isUnder = ({ placed, card_mm: [width, height] }, card) => placed.slice(placed.indexOf(card) + 1)
  .some(({ x_mm: x, y_mm: y }) => Math.abs(x - card.x_mm) < width / 2 && Math.abs(y - card.y_mm) < height / 2);

/** What is taken away at once: a trick, several cards of a place, or one under others; else a tap takes it. @param {VirtualState} state */
export const placeToGather = ({ scene, wants }) => wants.find(({ watch, scope, zone }) => {
  const cards = watch === "clear" && scope !== "mat" ? cardsToClear(scene, zone) : [];
  return cards.length > (scope === "seats" ? 0 : 1) || cards.some((card) => isUnder(scene, card));
});

const BUSY = ".drawer, #console, #sheet[data-kind=other]:not([data-wide=yes])"; // what somebody has in hand stays under it

/** What is new is seen: the words beside the table stand above all that can be scrolled there. */
function scrollToTop() {
  if (!document.activeElement?.closest(BUSY)) find("aside").scrollTop = 0;
}

/** Say what to do next, from what is offered and wanted, and light what does it. @param {VirtualState} state */
export function drawNextStep(state) {
  const { scene, wants, focus } = state;
  const hints = nextStepHints(state);
  const said = focus.value ? "" : state.last;
  const whose = focus.seat === null ? null : state.seats[focus.seat];
  const now = find("#now"), asks = JSON.stringify([state.match, focus.label, state.question?.id]);
  show(now, [focus, state.timer, said, hints], () => [
    state.timer && h("span", { class: "time", data: { seat: whose?.seat } }, timerRing(state.timer, null)),
    focus.value && h("p", { class: "number", data: { long: focus.value.length > LONG && "yes" }, vars: { letters: focus.value.length } }, focus.value),
    h("h2", { class: "what" }, rich(focus.label)),
    [...new Set(hints)].map((hint) => h("p", { class: "how" }, rich(hint))),
    said && h("p", { class: "said" }, !focus.tells && rich(said), " ", ruleLinks(state.cited)),
  ]);
  if (now.dataset.asks !== asks) scrollToTop();
  now.dataset.asks = asks;
  const read = wants.find((want) => want.watch === "read" && want.scope === "mat");
  const all = read && !isChosen(read, scene) && scene.hands.some((hand) => hand.length > 0);
  find("#deal").dataset.next = state.mustDeal ? "yes" : "no";
  find("#reveal").hidden = !all;
  find("#reveal").dataset.next = all && !state.question ? "yes" : "no";
  find("#gather").hidden = !placeToGather(state);
  find("#gather").dataset.next = state.over ? "no" : "yes";
}

/** All that seats may do, in table order: what a lamp's press or hold does has a labelled button here. @param {PageState} state @param {boolean} host */
export function drawActions(state, host) {
  const offers = state.offers.filter((offer) => offer.by === "seat");
  const all = state.seats.map((seat) => seat.seat);
  const busy = all.filter((seat) => offers.some((offer) => offer.seat === seat));
  find("#dock").hidden = !offers.length || !host;
  drawGroups(find("#forms"), state, offers, seatsWithGroup(state, offers, busy, all), { host: true });
}

// Cards travel from their old places to their new ones (spots.js): copies fly over the page. They take no taps, and
// nothing waits for them.

import { h } from "../base/dom.js";
import { distance, hasMoved, isInView, isSame, lyingAt, movingSpot, shownCards, shownPlaces, spotOf } from "./spots.js";

/** @typedef {import("./spots.js").Look} Look */
/** @typedef {import("./spots.js").Place} Place */
/** @typedef {import("./spots.js").Spot} Spot */
/** @typedef {{ copy: any, moves: Animation[], from: Look, to: Look, at: Spot }} Flight `at`: where the copy is laid
 * out */

const LEAST_MS = 200, MORE_MS = 150, PX_PER_MS = 5; // the further, the longer: 200 to 350 ms
const STEP_MS = 30, STEPS_MS = 240; // cards that come or go together start one after the other
const MOST = 80; // number of cards; more would be a blur
const EASE = "cubic-bezier(.3, .4, .2, 1)";
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** The flights of now, by the identity of their cards. @type {Map<string, Flight>} */
const flights = new Map();
const layer = h("div", { id: "flights", "aria-hidden": "true" });

/** End a flight: its card is at once in its place. @param {string} id */
function land(id) {
  const flight = flights.get(id);
  flights.delete(id);
  flight?.moves.forEach((move) => move.cancel());
  flight?.copy.remove();
}
const landAll = () => [...flights.keys()].forEach(land);
for (const kind of ["pointerdown", "keydown", "wheel", "resize"])
  addEventListener(kind, landAll, { capture: true, passive: true });
document.addEventListener("visibilitychange", landAll);

/** Return the transform that brings a copy at the one spot to the other one. @param {Spot} at @param {Spot} to */
function transform(at, to) {
  const turn = at.turn + ((to.turn - at.turn) % 360 + 540) % 360 - 180; // the short way round
  return `translate(${to.x - at.x}px, ${to.y - at.y}px) rotate(${turn}deg) `
    + `scale(${to.width / at.width}, ${to.height / at.height})`;
}

/** Return the way of a copy that is laid out `at` a spot. @param {Look} from @param {Look} to @param {Spot} at */
const way = (from, to, at) => [{ transform: transform(at, from.spot), opacity: from.faint ? 0 : 1 },
  { offset: 0.2, opacity: 1 }, { offset: 0.7, opacity: 1 },
  { transform: transform(at, to.spot), opacity: to.faint ? 0 : 1 }];

/** Let the flights follow their cards if a page lays them out again; draw on while there are any. */
function aim() {
  for (const [id, { copy, moves, from, to, at }] of flights) {
    const spot = to.element ? spotOf(to.element) : at;
    if (to.element && !spot.width) land(id);
    else if (distance(spot, to.spot) + Math.abs(spot.width - to.spot.width) > 1) {
      to.spot = spot;
      /** @type {KeyframeEffect} */ (moves[0].effect).setKeyframes(way(from, to, at));
    }
  }
  if (flights.size) requestAnimationFrame(aim);
}

/** Let a copy of a card fly; the card itself is hidden until then.
 * @param {string} id @param {Look} from @param {Look} to @param {number} delay */
function fly(id, from, to, delay) {
  land(id);
  const { x, y, width, height } = to.spot, turns = from.picture !== to.picture || from.name !== to.name;
  const duration = LEAST_MS + Math.min(MORE_MS, distance(from.spot, to.spot) / PX_PER_MS);
  const timing = { duration, delay, easing: EASE, fill: /** @type {FillMode} */ ("both") };
  const sides = (turns ? [from, to] : [to]).map(({ picture, name }) =>
    picture ? h("img", { src: picture, alt: "" }) : h("span", name));
  const copy = layer.appendChild(h("div", sides));
  Object.assign(copy.style, { left: `${x - width / 2}px`, top: `${y - height / 2}px`, width: `${width}px`,
    height: `${height}px` });
  const moves = [copy.animate(way(from, to, to.spot), timing)];
  if (turns) sides.forEach((side, n) => { // the one side goes, then the other one comes
    const transform = (n ? [0, 0, 1] : [1, 0, 0]).map((across) => `scaleX(${across})`);
    moves.push(side.animate({ transform }, { ...timing, easing: "linear" }));
  });
  if (to.element) moves.push(to.element.animate({ opacity: [0, 0] }, { duration: delay + duration }));
  if (!flights.size) requestAnimationFrame(aim);
  const flight = { copy, moves, from, to: { ...to }, at: to.spot };
  flights.set(id, flight);
  moves[0].onfinish = () => { if (flights.get(id) === flight) land(id); };
}

/** Make a change to the page; the cards that it moves travel. After a silence nothing travels: it is no news.
 * @param {() => void} change @param {{ late?: boolean }} [how] */
export function travel(change, { late = false } = {}) {
  if (late || still.matches || document.hidden) { landAll(); change(); return; }
  const were = shownCards(), before = shownPlaces();
  const aloft = new Map([...flights].map(([id, { copy }]) => [id, movingSpot(copy)]));
  const frames = new Set([document.body, ...document.querySelectorAll("[data-frame]")]);
  change();
  const are = shownCards(), after = shownPlaces();
  const gone = [...were].filter(([id, card]) => !are.has(id) && card.frame.isConnected)
    .map(([id, card]) => ({ id, ...card, spot: aloft.get(id) ?? card.spot }));
  const counts = (key) => (after.get(key)?.count ?? 0) - (before.get(key)?.count ?? 0);
  const rose = new Map([...before.keys(), ...after.keys()].map((key) => [key, counts(key)]));
  /** Return the nearest place that has fewer cards now (`sign` -1), as it was before, or more (1).
   * @param {Look | Place} card @param {number} sign */
  function changed({ spot }, sign) {
    const place = [...rose].filter(([, by]) => by * sign > 0)
      .map(([key]) => /** @type {Place} */ ({ ...before.get(key), ...after.get(key) }))
      .sort((near, far) => distance(near.spot, spot) - distance(far.spot, spot))[0];
    if (!place) return null;
    rose.set(place.key, (rose.get(place.key) ?? 0) - sign);
    return sign < 0 ? { ...place, picture: before.get(place.key)?.picture ?? "" } : place;
  }
  /** Return the first card that is gone and like this, and forget it. @param {(card: any) => boolean} like */
  function take(like) {
    const card = gone.find(like);
    return card && gone.splice(gone.indexOf(card), 1)[0];
  }

  const moved = [], handed = []; // on the page; from, to or between places
  for (const [id, to] of are) {
    const was = were.get(id), spot = aloft.get(id), flight = flights.get(id)?.to;
    if (!frames.has(to.frame)) land(id); // its drawing is a new one
    else if (flight && flight.element === to.element && isSame(flight.spot, to.spot)) continue;
    else if (spot) moved.push({ id, from: { ...to, spot }, to });
    else if (was) hasMoved(was, to) && moved.push({ id, from: was, to });
    else {
      const same = take(({ data }) => data.face && data.face === to.data.face), source = same ? null : changed(to, -1);
      const from = same ?? (source ? null : take(({ spot }) => isSame(spot, to.spot)));
      const giver = source ?? after.get(`seat:${to.data.whose}`);
      if (from) handed.push({ id, from, to });
      else if (giver) handed.push({ id, from: lyingAt(to, giver), to });
    }
  }
  for (const card of gone) {
    const winner = card.data.goes && after.get(`seat:${card.data.goes}`);
    const sink = winner || (changed(card, 1) ?? after.get(`seat:${card.data.whose}`));
    if (sink) handed.push({ id: card.id, from: card, to: lyingAt(card, sink) });
  }
  for (const [key, by] of rose) { // from pile to pile, or to a hand that shows only its number of cards
    const sink = after.get(key);
    for (let n = 0; sink && n < by; n++) {
      const from = changed(sink, -1);
      if (from) handed.push({ id: `${from.key} ${key} ${n}`, from, to: lyingAt(from, sink) });
    }
  }
  const inView = ({ from, to }) => isInView(from.spot) || isInView(to.spot);
  if (moved.length + handed.length > MOST) return;
  if (!layer.isConnected) document.body.append(layer);
  for (const { id, from, to } of moved.filter(inView)) fly(id, from, to, 0);
  const step = Math.min(STEP_MS, STEPS_MS / handed.length);
  handed.filter(inView).forEach(({ id, from, to }, n) => fly(id, from, to, n * step));
}

// Ignore a tap on something that the page has just put there: the person aimed at the thing before it. A change by a
// person's own tap is guarded only under that finger.

import { overlap } from "./boxes.js";
import { stored } from "./storage.js";

/** How long a tap is ignored after the page has painted a change. A device may keep another value. */
const CALM_MS = Number(stored("coyote-calm-ms") ?? 350);
const NEAR_PX = 32; // a second tap of a double tap lands this close to the first
const CLICK_MS = 500; // a click follows the end of its press within this time
const SENT_MS = 3000; // a form that was sent is not sent again for this time
const CHOICE = "input[type=checkbox], input[type=radio]";
const ACTS = `button, a[href], summary, label, ${CHOICE}, [role=button]`;
const COVERS = "dialog[open], [popover], .toast, .waits"; // what lies over the page
const DRAGGED = ".placed"; // a card on the mat moves under the finger that drags it
const MOVES_FOCUS = new Set(["Tab", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"]);

/** @typedef {{ x: number, y: number }} Point */
/** Something that can be pressed: its text and since when it says that, when its element was made, its box and since
 * when it is there, its box before, and whether the person's own tap changed it. Times are in milliseconds, Infinity
 * before the paint.
 * @typedef {{ says: string, saysAt: number, madeAt: number, box: DOMRect, before: DOMRect | null, movedAt: number, own:
 *   boolean }} Shown
 */

/** @type {Map<Element, Shown>} */
let shown = new Map();
/** Boxes of things that lay over the page until lately. @type {{ box: DOMRect, at: number, own: boolean }[]} */
let uncovered = [];
/** @type {Map<Element, DOMRect>} */
let covering = new Map();
let changed = true; // the page has changed since the last measurement
let scrolled = false; // what moved since then was moved by scrolling
let asked = false; // a measurement is due with the next frame
/** @type {{ point: Point, at: number, handled: boolean } | null} */
let tap = null; // the last tap that was let through
let keyAt = -Infinity; // when the last key went down
let focusAt = -Infinity; // when the person last moved the focus
/** The press of a finger, pen or mouse whose click may still come.
 * @type {{ at: number, upAt: number, blocked: boolean } | null} */
let press = null;

/** Return what a press on an element would do, as far as the page shows it. A countdown is no part of it.
 * @param {HTMLElement} element */
function meaning(element) {
  const { key, move, seat, value, zone } = element.dataset;
  const until = element.querySelector(".until")?.textContent ?? "";
  const words = (element.textContent || element.getAttribute("aria-label") || "").replace(until, "");
  return [key, move, seat, value, zone, element.getAttribute("href"), words].join("\n");
}

/** @param {DOMRect | null} box @param {Point} point */
const covers = (box, { x, y }) => box !== null && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

/** @param {DOMRect} inner @param {DOMRect} outer */
const within = (inner, outer) =>
  inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom;

/** Note what no longer lies over the page: a tap there was meant for it. @param {boolean} own */
function measureCovers(own) {
  const before = covering;
  covering = new Map();
  for (const element of document.querySelectorAll(COVERS)) {
    const box = element.getBoundingClientRect();
    if (box.width && box.height) covering.set(element, box);
  }
  const calmFrom = performance.now() - CALM_MS;
  uncovered = uncovered.filter(({ at }) => at > calmFrom);
  for (const [element, box] of before) {
    const now = covering.get(element);
    if (!now || !within(box, now)) uncovered.push({ box, at: Infinity, own });
  }
}

/** Measure everything, and note each thing that is new, says something else, or has moved. */
function measure() {
  const own = Boolean(tap?.handled), moved = !scrolled;
  measureCovers(own);
  const gone = new Map([...shown].filter(([element]) => !element.isConnected).map(([, was]) => [was.says, was]));
  const old = shown;
  shown = new Map();
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(ACTS))) {
    const box = element.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const says = meaning(element), kept = old.get(element), like = kept ? undefined : gone.get(says);
    // One of the same meaning at the same place is news only to the finger that pressed it.
    const was = kept ?? (like && overlap(like.box, box) ? like : undefined);
    const now = kept ?? (was
      ? { ...was }
      : { says, saysAt: Infinity, madeAt: Infinity, box, before: null, movedAt: -Infinity, own });
    if (was && !kept) Object.assign(now, { madeAt: Infinity, own });
    if (was && was.says !== says) Object.assign(now, { says, saysAt: Infinity, own });
    if (was && moved && !element.matches(DRAGGED)
      && (Math.abs(was.box.x - box.x) > 1 || Math.abs(was.box.y - box.y) > 1))
      Object.assign(now, { before: was.box, movedAt: Infinity, own });
    now.box = box;
    shown.set(element, now);
  }
  changed = scrolled = false;
}

/** Note the time of the changes that have just been painted. @param {Record<string, any>[]} these */
function painted(these) {
  const now = performance.now();
  for (const change of these) {
    for (const time of ["saysAt", "madeAt", "movedAt", "at"]) if (change[time] === Infinity) change[time] = now;
  }
}

function measureSoon() {
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => {
    asked = false;
    measure();
    const these = [...shown.values(), ...uncovered]; // also if the page goes on changing with every frame
    requestAnimationFrame(() => painted(these));
  });
}

/** Whether the page changed this element less than the calm time before `at`, or even after it.
 * @param {Element | null} element @param {number} at
 * @param {Point | null} point where a finger is, or null for a key */
function changedLately(element, at, point) {
  if (changed) measure();
  const now = element && shown.get(element);
  if (!now) return false;
  const { saysAt, madeAt, movedAt, before } = now;
  const lately = (time) => at - time < CALM_MS;
  if (!point)
    return Math.max(saysAt, madeAt) > Math.min(focusAt, at) && (lately(saysAt) || lately(madeAt));
  const again = tap !== null && Math.hypot(tap.point.x - point.x, tap.point.y - point.y) < NEAR_PX;
  if (!element?.closest(COVERS)
    && uncovered.some(({ box, at: since, own }) => lately(since) && covers(box, point) && (again || !own))) return true;
  if (now.own && !again) return false;
  return lately(saysAt) || (again && lately(madeAt)) || (lately(movedAt) && !covers(before, point));
}

/** Whether the page has only just put an element there, so that a key pressed now was meant for another one.
 * @param {Element} element */
export function isJustShown(element) {
  if (!CALM_MS) return false;
  if (changed) measure();
  return performance.now() - (shown.get(element)?.madeAt ?? Infinity) < CALM_MS;
}

/** Keep an event from everything else. @param {Event} event */
export const swallow = (event) => { event.preventDefault(); event.stopImmediatePropagation(); };
/** @param {Event} event */
const pressed = ({ target }) =>
  (target instanceof Element && !target.matches(`input:not(${CHOICE}), textarea, select`)
  ? target.closest(ACTS)
  : null);
/** @param {string} kind @param {(event: any) => void} heard */
const on = (kind, heard) => addEventListener(kind, (event) => { if (event.isTrusted) heard(event); }, true);
/** @param {MouseEvent} event @returns {Point} */
const pointOf = ({ clientX, clientY }) => ({ x: clientX, y: clientY });

/** Remember a tap, and whether its own handlers are still running. @param {Point} point @param {number} at */
function passed(point, at) {
  const now = { point, at, handled: true };
  tap = now;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { if (changed) measure(); now.handled = false; port1.close(); };
  port2.postMessage(null);
}

function guard() {
  on("pointerdown", (event) => {
    focusAt = event.timeStamp;
    press = { at: event.timeStamp, upAt: Infinity,
      blocked: changedLately(pressed(event), event.timeStamp, pointOf(event)) };
    if (press.blocked) event.stopImmediatePropagation();
  });
  on("pointerup", (event) => {
    if (press) press.upAt = event.timeStamp;
  });
  on("pointercancel", () => {
    press = null;
  });
  for (const kind of ["pointerup", "mousedown", "mouseup", "dblclick"])
    on(kind, (event) => {
      if (press?.blocked) event.stopImmediatePropagation();
    });
  on("click", (event) => {
    const by = press && event.timeStamp - press.upAt < CLICK_MS ? press : null;
    const point = event.detail === 0 && !by ? null : pointOf(event);
    // By the time at which the finger came down.
    const soon = by?.blocked || changedLately(pressed(event), by?.at ?? event.timeStamp, point);
    press = null;
    if (soon) swallow(event);
    else if (point) passed(point, event.timeStamp);
  });
  on("keydown", (event) => {
    press = null;
    if (MOVES_FOCUS.has(event.key)) focusAt = event.timeStamp;
    if (!event.repeat) keyAt = event.timeStamp;
    if (!["Enter", " "].includes(event.key)) return;
    const element = pressed(event);
    if (changed) measure();
    const now = element && shown.get(element);
    // The key is held since before this was shown.
    const later = event.repeat && now && Math.max(now.saysAt, now.madeAt) > keyAt;
    if (later || changedLately(element, event.timeStamp, null)) swallow(event);
  });
  const sent = new WeakMap();
  addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    // The page's own script sends it, or nothing is sent.
    if (event.defaultPrevented || form.method === "dialog") return;
    if (event.timeStamp - (sent.get(form) ?? -Infinity) < SENT_MS) event.preventDefault();
    else sent.set(form, event.timeStamp);
  });
  new MutationObserver(() => {
    changed = true;
    if (tap?.handled) measure();
    measureSoon();
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  for (const kind of ["scroll", "resize", "animationend", "transitionend", "load", "pageshow"])
    addEventListener(kind, (/** @type {any} */ { persisted }) => {
      changed = true;
      scrolled ||= !["load", "pageshow"].includes(kind); // a picture may move what is below it
      if (persisted) shown = new Map();
      measureSoon();
    }, true);
  measureSoon();
}

if (CALM_MS > 0) guard();

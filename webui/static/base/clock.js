// The table's clock. States contain times of that clock; the page counts down by itself.

import { LANGUAGE, find, h, number, served } from "./dom.js";

const TICK_MS = 100;
const CALM_MS = 1000; // interval of updates for users who prefer reduced motion

let clockOffset = served.clock - performance.now(); // the table's clock minus this page's clock

/** Set the table's clock. A delayed message carries a time that has passed, so an earlier time is ignored unless
 * `reset` is true.
 * @param {number} ms @param {boolean} reset */
export function setClock(ms, reset) {
  const now = ms - performance.now();
  clockOffset = reset ? now : Math.max(clockOffset, now);
  tick();
}

/** Return the milliseconds until `due`. @param {number} due */
export const msUntil = (due) => Math.max(0, due - performance.now() - clockOffset);

/** Return a ring around `inside` that empties until the clock acts. @param {TimerRing} timer */
export function timerRing(timer, inside) {
  const data = { due: String(timer.due), of: String(timer.of) };
  const drawn = h("span.ring", { role: "timer", data }, inside, h("span.until"));
  draw(drawn);
  return drawn;
}

/** Disable a button until `due`. @param {number | null} due */
export function disableUntil(due, button) {
  if (due === null) return button;
  button.dataset.due = due;
  (button.firstElementChild ?? button).append(h("span.until", { "aria-hidden": "true" }));
  draw(button);
  return button;
}

const UNITS = /** @type {const} */ ([["hour", 3_600_000], ["minute", 60_000], ["second", 1000]]);

/** Return in words how long ago `ms` was by the table's clock; the words count on. @param {number} ms */
export function timeSince(ms) {
  const drawn = h("span.since", { data: { since: ms } });
  drawSince(drawn);
  return drawn;
}

function drawSince(element) {
  const ms = performance.now() + clockOffset - Number(element.dataset.since);
  const [unit, each] = UNITS.find(([, each]) => ms >= each) ?? UNITS[2];
  const words = new Intl.NumberFormat(LANGUAGE.replace("_", "-"), { style: "unit", unit, unitDisplay: "long" })
    .format(Math.max(0, Math.floor(ms / each)));
  if (element.textContent !== words) element.textContent = words;
}

function draw(element) {
  const ms = msUntil(Number(element.dataset.due));
  const until = find(".until", element);
  const seconds = Math.ceil(ms / 1000);
  if (element.dataset.of) {
    element.style.setProperty("--left", Math.min(1, ms / Number(element.dataset.of)).toFixed(3));
    element.dataset.last = ms < 5000 ? "yes" : "no";
    until.textContent = number(seconds);
    return;
  }
  element.disabled = ms > 0;
  until.textContent = seconds > 0 ? number(seconds) : "";
}

function tick() {
  for (const element of document.querySelectorAll("[data-due]")) draw(element);
  for (const element of document.querySelectorAll("[data-since]")) drawSince(element);
}

setInterval(tick, matchMedia("(prefers-reduced-motion: reduce)").matches ? CALM_MS : TICK_MS);

// The console: the exact pixels of its display, and a knob to turn, push and hold.

import { post } from "../base/http.js";
import { find } from "../base/dom.js";

const DRAG_PX = 14; // movement of the finger that turns the knob by one detent
const WHEEL_PX = 60;
const HOLD_MS = 160; // after this time, a finger that has not moved pushes the knob until it is lifted
const LONG_MS = 650;
const DEGREES = 18; // angle of the knob's drawing for one detent
const KEYS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, PageDown: 5, PageUp: -5 };

/** Make a knob in `box`; `draw` shows the display, or hides both.
 * @param {HTMLDetailsElement} box */
export function knobAndScreen(box) {
  const picture = find("img", box);
  const knob = find(".knob", box);
  const line = find("p", box);
  let queue = Promise.resolve();
  let steps = 0; // detents that were turned but not sent yet
  let angle = 0;

  const send = (path, body) => { queue = queue.then(() => post(path, body)); };

  function turn(by) {
    angle += by * DEGREES;
    knob.style.setProperty("--angle", `${angle}deg`);
    steps += by;
    if (steps !== by) return; // the request that is about to be sent includes this turn
    queue = queue.then(() => {
      const now = steps;
      steps = 0;
      return now ? post("/virtual/turn", { steps: now }) : null;
    });
  }

  function push(ms) {
    send("/virtual/push", { down: true });
    queue = queue.then(() => new Promise((go) => { setTimeout(go, ms); }));
    send("/virtual/push", { down: false });
  }

  // A moving pointer turns the knob; a resting one pushes it until it is lifted.
  let from = null;
  let held = null;
  let down = false;
  const release = () => {
    clearTimeout(held);
    held = from = null;
    if (down) send("/virtual/push", { down: false });
    down = false;
    knob.dataset.down = "no";
  };
  knob.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    knob.setPointerCapture(event.pointerId);
    from = { x: event.clientX, y: event.clientY, turned: false };
    knob.dataset.down = "yes";
    held = setTimeout(() => { down = true; send("/virtual/push", { down: true }); }, HOLD_MS);
  });
  knob.addEventListener("pointermove", (event) => {
    if (!from || down) return;
    const way = event.clientX - from.x + event.clientY - from.y;
    const by = Math.trunc(way / DRAG_PX);
    if (!by) return;
    clearTimeout(held);
    from = { x: event.clientX, y: event.clientY, turned: true };
    turn(by);
  });
  knob.addEventListener("pointerup", () => {
    const tapped = from && !from.turned && !down;
    release();
    if (tapped) push(0);
  });
  knob.addEventListener("pointercancel", release);
  knob.addEventListener("contextmenu", (event) => event.preventDefault());
  knob.addEventListener("click", (event) => { if (event.detail === 0) push(0); }); // Enter, Space, or a screen reader
  knob.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.repeat) push(LONG_MS);
    else if (KEYS[event.key]) turn(KEYS[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  let rolled = 0;
  find(".case", box).addEventListener("wheel", (event) => {
    event.preventDefault();
    rolled += event.deltaMode ? Math.sign(event.deltaY) * WHEEL_PX : event.deltaY;
    const by = Math.trunc(rolled / WHEEL_PX);
    rolled -= by * WHEEL_PX;
    if (by) turn(by);
  }, { passive: false });

  // Screen readers read the display only while the knob has the focus.
  knob.addEventListener("focus", () => line.setAttribute("aria-live", "polite"));
  knob.addEventListener("blur", () => line.removeAttribute("aria-live"));

  return {
    /** @param {ConsoleDisplay | null} shown */
    draw(shown) {
      box.hidden = !shown;
      if (!shown) return;
      if (picture.getAttribute("src") !== shown.picture) picture.src = shown.picture;
      if (line.textContent !== shown.text) line.textContent = shown.text;
    },
  };
}

// The console: the exact pixels of its display, and a knob to turn, push and hold.

import { post } from "../base/http.js";
import { find } from "../base/dom.js";
import { pressable } from "./pressing.js";

const WHEEL_PX = 60;
const LONG_MS = 650;
const DEGREES = 18; // angle of the knob's drawing for one detent
const KEYS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, PageDown: 5, PageUp: -5 };

/** Make a knob in `box`; `draw` shows the display, or hides both.
 * @param {HTMLDetailsElement} box */
export function knobAndScreen(box) {
  const [picture, knob, line] = ["img", ".knob", "p"].map((css) => find(css, box));
  const { hold, then } = pressable(knob, (down) => post("/virtual/push", { down }));
  let steps = 0; // detents that were turned but not sent yet
  let angle = 0;

  function turn(by) {
    angle += by * DEGREES;
    knob.style.setProperty("--angle", `${angle}deg`);
    steps += by;
    if (steps !== by) return; // the request that is about to be sent includes this turn
    then(() => {
      const now = steps;
      steps = 0;
      return now ? post("/virtual/turn", { steps: now }) : null;
    });
  }
  knob.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.repeat) hold(LONG_MS);
    else if (KEYS[event.key]) turn(KEYS[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  for (const button of box.querySelectorAll("[data-turn]"))
    button.addEventListener("click", () => turn(Number(/** @type {HTMLElement} */ (button).dataset.turn)));
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

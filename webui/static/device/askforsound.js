// Ask once whether this device should play sounds, above the page, so that nothing moves; it disappears by itself.

import { find, h, served, t } from "../base/dom.js";
import { setSetting, settings } from "./sound.js";

const LEAVES_MS = 30_000; // nobody may touch this screen

let state = served.state;
let gone = false;

/** Whether to ask: a match is running, nothing else is offered, and this phone's player has nothing to do. */
const shouldAsk = () =>
  !settings.asked && !settings.tones && !gone && Boolean(state.match) && !state.over && !state.question
  && !(served.host && state.untried)
  && (!document.body.classList.contains("phone")
    || (state.yours.length > 0 && !state.offers.some((offer) => offer.by === "seat")));

/** @param {boolean} on */
const answer = (on) => () => { setSetting("tones", on); draw(); };

function draw() {
  const there = find("#sounds");
  if (!shouldAsk()) there?.remove();
  else if (!there) {
    document.body.append(h("div", { id: "sounds", class: "toast", role: "group", "aria-labelledby": "sounds-what" },
      h("p", { id: "sounds-what" }, t("page.sound.ask")),
      h("button", { class: "small", onclick: answer(true) }, t("page.yes")),
      h("button", { class: "small", onclick: answer(false) }, t("page.no"))));
    setTimeout(() => { gone = true; draw(); }, LEAVES_MS);
  }
}

/** @param {PageState} now */
export function askForSound(now) {
  state = now;
  draw();
}

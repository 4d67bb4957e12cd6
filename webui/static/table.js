// The table's own page: a big screen beside the table, and the host's desk.

import { drawFocus, drawSeats, parts } from "./board.js";
import { camera } from "./camera.js";
import { find, h, rich, served, show, t } from "./dom.js";
import { hosting, join } from "./host.js";
import { follow } from "./live.js";
import { sheets } from "./sheets.js";

let state = served.state;
const sheet = sheets({ host: true });

function draw(newState) {
  state = newState;
  show(find("#title"), [state.title, state.roundText, state.facts], () => [
    document.createTextNode(state.title), h("small", {}, [state.roundText, ...state.facts].filter(Boolean).join(" · "))]);
  drawFocus(find("#focus"), state);
  show(find("#last"), state.count?.fresh ? "" : state.last, (text) => rich(text));
  drawSeats(find("#seats"), state);
  show(find("#parts"), state.parts, () => parts(state));
  find("#parts").hidden = !state.parts.length;
  sheet.draw(state, served.host ? state.offers.filter((offer) => offer.by !== "seat") : [], served.host);
  show(find("#said"), state.last, () => document.createTextNode(state.last));
}

show(find("#joining"), served.address, join);
if (served.host) camera(find("#view"));
hosting({ sheet, current: () => state });

follow("table", draw, (live) => {
  const dot = find("#live");
  dot.dataset.live = live ? "yes" : "no";
  dot.firstElementChild.textContent = t(live ? "page.live.yes" : "page.live.no");
});

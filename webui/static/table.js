// The table's own page: a big screen beside the table, and the host's desk.

import { drawFocus, drawLive, drawSeats, drawTop, parts } from "./board.js";
import { camera } from "./camera.js";
import { find, h, rich, served, show } from "./dom.js";
import { hosting, join } from "./host.js";
import { follow } from "./live.js";
import { rises, sheets } from "./sheets.js";

let state = served.state;
const sheet = sheets({ host: true });

/** @param {PageState} newState */
function draw(newState) {
  state = newState;
  drawTop(state, [state.roundText, ...state.facts].filter(Boolean).join(" · "));
  drawFocus(find("#focus"), state);
  show(find("#last"), rises(state) ? "" : state.last, (text) => rich(text));
  drawSeats(find("#seats"), state);
  show(find("#watching"), state.watching, () => state.watching.map((text) => h("p", {}, text)));
  show(find("#parts"), state.parts, parts);
  find("#parts").hidden = !state.parts.length;
  sheet.draw(state, served.host ? state.offers.filter((offer) => offer.by !== "seat") : [], served.host);
  show(find("#said"), state.last, () => document.createTextNode(state.last));
}

show(find("#joining"), served.address, join);
if (served.host) camera(find("#view"));
hosting({ sheet, current: () => state });

follow("table", draw, drawLive);

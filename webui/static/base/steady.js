// The duties of every page: ignore taps on things that have just appeared, keep the focus when a part is redrawn, let
// Back close a dialog, and show an empty frame for a picture that is gone. Each page's script loads this one first.

import "./back.js";
import "./focus.js";
import "./taps.js";
import "./latestyles.js";
import "./times.js";

document.getElementById("unscripted")?.remove(); // what says that no script works here

// A picture that tries again sees to itself (match/crops.js).
addEventListener("error", ({ target }) => {
  if (!(target instanceof HTMLImageElement) || !target.matches(`[src^="/proof/"]:not([data-tries])`)) return;
  const frame = document.createElement("span");
  frame.className = "crop none";
  target.replaceWith(frame);
}, true);

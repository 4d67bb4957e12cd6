// What every page does: ignore taps on what has only just appeared, keep the focus when something is redrawn, let Back
// close a dialog, and show an empty frame for a picture that is gone. Each page's script loads this one first.

import "./back.js";
import "./focus.js";
import "./taps.js";
import "./latestyles.js";

document.getElementById("unscripted")?.remove(); // what says that no script works here

/** Show an empty frame for a camera's picture that is gone. @param {EventTarget | null} image */
function showFrame(image) {
  if (!(image instanceof HTMLImageElement) || !image.src.includes("/proof/")) return;
  image.classList.add("none");
  image.alt = "";
}
addEventListener("error", ({ target }) => showFrame(target), true);

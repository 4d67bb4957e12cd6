// What every page does: ignore taps on what has only just appeared, keep the focus when something is redrawn, and let
// Back close a dialog. Each page's script loads this one first.

import "./back.js";
import "./focus.js";
import "./taps.js";
import "./latestyles.js";

document.getElementById("unscripted")?.remove(); // what says that no script works here

// What every page does: ignore taps on what has only just appeared, keep the focus when something is redrawn, and let
// Back close a dialog.

import "./back.js";
import "./focus.js";
import "./taps.js";

// What every page does: ignore taps on what has only just appeared, and keep the focus when something is redrawn.

import "./focus.js";
import "./taps.js";

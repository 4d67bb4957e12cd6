// Enter the host's code, then open the page.

import "../base/steady.js";
import "./join.js";

// Enter the host's code, then open the page.

import "../base/steady.js";
import { find } from "../base/dom.js";
import { becomeHost } from "./join.js";

find("#become").addEventListener("submit", becomeHost);

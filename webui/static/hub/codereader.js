// The page on which the director's phone or laptop reads a table's codes.

import "../base/steady.js";
import { find } from "../base/dom.js";
import { readCodes } from "./codes.js";

readCodes(find("#codes"), "/codes/picture");

// Keep the wall up to date: ask every second.

import "../base/steady.js";
import { keepPart } from "../base/part.js";

const EVERY_MS = 1000;
const LOST_MS = 5000;

const lost = /** @type {HTMLElement} */ (document.getElementById("lost"));
let heard = Date.now();

keepPart(/** @type {HTMLElement} */ (document.getElementById("wall")), EVERY_MS, (how) => {
  if (how === "yes") heard = Date.now();
  lost.hidden = Date.now() - heard < LOST_MS;
});

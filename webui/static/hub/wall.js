// Keep the wall up to date: ask every second, and redraw what has changed.

import "../base/steady.js";
import { keepVersion } from "../base/version.js";
import { repeat } from "../base/waking.js";

const EVERY_MS = 1000;
const LOST_MS = 5000;

const wall = /** @type {HTMLElement} */ (document.getElementById("wall"));
const lost = /** @type {HTMLElement} */ (document.getElementById("lost"));
let tag = "";
let heard = Date.now();

/** @param {AbortSignal} signal */
async function refreshWall(signal) {
  const headers = tag ? { "If-None-Match": tag } : undefined;
  const answer = await fetch(String(wall.dataset.from), { headers, cache: "no-store", signal });
  keepVersion(answer.headers.get("X-Page-Version"));
  if (answer.status === 200) {
    const text = await answer.text();
    tag = answer.headers.get("ETag") ?? "";
    wall.innerHTML = text; // safe: the server's templates escape what tables say
  }
  if (answer.ok || answer.status === 304) heard = Date.now();
}

repeat(refreshWall, EVERY_MS, () => { lost.hidden = Date.now() - heard < LOST_MS; });

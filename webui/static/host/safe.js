// Safe mode, and the wait for a changed setting: buttons post actions, then the page waits until the table answers.

import "../base/steady.js";
import "./join.js";
import { find } from "../base/dom.js";
import { post } from "../base/http.js";

const TRIES = 60;

/** Return the status of an answer, or 0.
 * @param {string} at @param {RequestInit} [how] */
const statusOf = (at, how) => fetch(at, how).then((it) => (it.type === "opaque" ? 200 : it.status), () => 0);

/** Open a page when the address `asks` answers; a restart takes a while. Afterwards, the table may have moved.
 * @param {string} page @param {string} asks @param {string} [moved] */
async function reloadWhenReady(page, asks, moved) {
  for (let tries = 0; ; tries += 1) {
    const status = await statusOf(asks);
    if (status === 200 || (status && tries >= TRIES)) break; // Without any answer, there is no page.
    if (moved && await statusOf(moved, { mode: "no-cors" })) { location.replace(moved + page.slice(1)); return; }
    await new Promise((resolve) => { setTimeout(resolve, 1000); });
  }
  location.replace(page);
}

const { waits, moved, alone } = find("main").dataset;
if (waits) reloadWhenReady(waits, waits.replace("?", "/done?"), moved);

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button[data-act]"))) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    if (await post(`/safe/act/${button.dataset.act}`)) {
      Object.assign(find("#said"), { textContent: button.dataset.wait, hidden: false });
      setTimeout(reloadWhenReady, alone ? 1500 : 0, "/safe", "/safe");
    } else button.disabled = false;
  });
}

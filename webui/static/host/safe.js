// Safe mode, and the wait for a changed setting: buttons post actions, then the page waits until the table answers.

import "../base/steady.js";

const line = /** @type {HTMLElement} */ (document.querySelector("#said"));
const TRIES = 60;

/** @param {string} text */
const say = (text) => Object.assign(line, { textContent: text, hidden: !text });

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

const { waits, moved } = document.querySelector("main")?.dataset ?? {};
if (waits) reloadWhenReady(waits, waits.replace("?", "/done?"), moved);

/** Whether the action was carried out; if not, the page says why.
 * @param {string} path @param {Record<string, string>} body */
async function post(path, body) {
  const type = "application/json";
  try {
    const headers = { "Content-Type": type, Accept: type };
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    if (answer.ok) return true;
    say((await answer.json()).error);
  } catch (error) {
    say(String(error));
  }
  return false;
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button[data-act]"))) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    if (await post(`/safe/act/${button.dataset.act}`, {})) {
      say(button.dataset.wait ?? "");
      setTimeout(reloadWhenReady, document.querySelector("main")?.dataset.alone ? 1500 : 0, "/safe", "/safe");
    } else button.disabled = false;
  });
}

document.querySelector("#become")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (await post("/safe/host", { code: String(new FormData(form).get("code")) })) location.reload();
});

// Safe mode: each button posts its action, then the page waits until the table answers again.

import "../base/steady.js";

const said = /** @type {HTMLElement} */ (document.querySelector("#said"));
const TRIES = 60;

/** @param {string} text */
function say(text) {
  said.textContent = text;
  said.hidden = !text;
}

/** Reload the page; a restarting table takes a while to answer. */
async function reloadWhenReady() {
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      if ((await fetch("/safe")).ok) break;
    } catch {
      // the table is not ready yet
    }
    await new Promise((resolve) => { setTimeout(resolve, 1000); });
  }
  location.replace("/safe");
}

/** @param {string} path
 * @param {Record<string, string>} body
 * @returns {Promise<boolean>} whether the action was carried out; if not, the page says why */
async function post(path, body) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(body),
    });
    if (answer.ok) return true;
    say((await answer.json()).error);
  } catch (error) {
    say(String(error));
  }
  return false;
}

for (const one of document.querySelectorAll("button[data-act]")) {
  const button = /** @type {HTMLButtonElement} */ (one);
  button.addEventListener("click", async () => {
    button.disabled = true;
    if (await post(`/safe/act/${button.dataset.act}`, {})) {
      say(button.dataset.wait ?? "");
      setTimeout(reloadWhenReady, document.querySelector("main")?.dataset.alone ? 1500 : 0);
    } else button.disabled = false;
  });
}

document.querySelector("#become")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (await post("/safe/host", { code: String(new FormData(form).get("code")) })) location.reload();
});

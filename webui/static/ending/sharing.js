// Share a result as a line of text, by the phone's own share sheet. A browser that has none, such as one without TLS,
// shows the line and copies it.

import "../base/steady.js";
import { localTime } from "../base/times.js";

/** Copy the text of an element, also in a browser that gives no clipboard to pages without TLS. It is selected then.
 * @param {HTMLElement} words @returns {Promise<boolean>} */
async function copy(words) {
  try {
    await navigator.clipboard.writeText(String(words.textContent));
    return true;
  } catch {
    globalThis.getSelection()?.selectAllChildren(words);
    return document.execCommand("copy");
  }
}

/** Show something below the buttons. @param {Element} beside @param {(Node | string)[]} content */
function tell(beside, ...content) {
  const box = /** @type {HTMLElement} */ (beside.parentElement?.querySelector(".shared"));
  box.replaceChildren(...content);
  box.hidden = false;
}

/** Show what can be done without a share sheet.
 * @param {Element} beside @param {string} line @param {Record<string, string>} texts */
function offer(beside, line, texts) {
  const words = Object.assign(document.createElement("p"), { className: "line", textContent: line, dir: "auto" });
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: texts.copy });
  button.addEventListener("click", async () => { if (await copy(words)) button.textContent = texts.copied; });
  tell(beside, texts.how, words, button);
  button.focus();
}

/** Share the result that an address gives, with the day that it was in the reader's zone.
 * @param {HTMLButtonElement} button */
async function share(button) {
  const answer = await fetch(String(button.dataset.share), { headers: { Accept: "application/json" } });
  const { line, day, at, texts, error } = await answer.json();
  if (!answer.ok) { tell(button, error); return; }
  const text = line.replace(day, localTime(at, "day"));
  try {
    await navigator.share({ text });
  } catch (error) {
    // Otherwise the player has closed the sheet.
    if (/** @type {Error} */ (error).name !== "AbortError") offer(button, text, texts);
  }
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element
    ? /** @type {HTMLButtonElement | null} */ (event.target.closest("button.share"))
    : null;
  if (!button || button.disabled) return;
  button.disabled = true;
  share(button).catch(() => tell(button, button.dataset.away ?? "")).finally(() => { button.disabled = false; });
});
document.documentElement.toggleAttribute("data-shares", true);

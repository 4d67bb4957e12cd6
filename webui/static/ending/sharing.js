// Share a result by the phone's own share sheet, as a picture and a line of text. A browser that has none, such as one
// without TLS, saves the picture and copies the text.

import "../base/steady.js";
import { localTime } from "../base/times.js";
import { drawResult } from "./resultpicture.js";

/** @type {(tag: string, props?: Record<string, any>, ...kids: any[]) => any} */
function make(tag, props = {}, ...kids) {
  const made = Object.assign(document.createElement(tag), props);
  made.append(...kids);
  return made;
}

/** Copy a text, also in a browser that gives no clipboard to pages without TLS.
 * @param {string} text @returns {Promise<boolean>} */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const held = /** @type {HTMLElement | null} */ (document.activeElement);
    const field = make("textarea", { value: text, readOnly: true, className: "unseen" });
    document.body.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    held?.focus();
    return copied;
  }
}

/** Show what can be done without a share sheet.
 * @param {HTMLElement} box @param {File} file @param {string} line @param {Record<string, string>} texts */
function offer(box, file, line, texts) {
  const words = make("p", { className: "line", textContent: line, dir: "auto" });
  const save = make("a", { className: "button", href: URL.createObjectURL(file), download: file.name,
    textContent: texts.save });
  const button = make("button", {
    type: "button",
    textContent: texts.copy,
    onclick: async () => {
      if (await copy(line)) button.textContent = texts.copied;
      else globalThis.getSelection()?.selectAllChildren(words);
    },
  });
  box.replaceChildren(make("p", { textContent: texts.how }), make("p", { className: "row" }, save, button), words);
  box.hidden = false;
  save.focus();
}

/** Return the element for the answer to a button. @param {HTMLElement} button @returns {HTMLElement} */
const boxOf = (button) => /** @type {HTMLElement} */ (button.parentElement?.querySelector(".shared"));

/** @param {HTMLElement} button @param {string | undefined} text */
function tell(button, text) {
  boxOf(button).textContent = text ?? "";
  boxOf(button).hidden = false;
}

/** Return a result with the day that it was in the reader's zone.
 * @param {import("./resultpicture.js").Result & { line: string, file: string, day: string, at: string }} result */
function inReadersZone(result) {
  const { day, at, date, heading, line } = result, here = localTime(at, "day");
  const moved = (text) => text.replace(day, here);
  return { ...result, date: moved(date), heading: moved(heading), line: moved(line) };
}

/** Share the result that an address gives. @param {HTMLButtonElement} button */
async function share(button) {
  const box = boxOf(button);
  const answer = await fetch(String(button.dataset.share), { headers: { Accept: "application/json" } });
  const reply = await answer.json();
  if (!answer.ok) { tell(button, reply.error); return; }
  const { texts } = reply;
  const result = inReadersZone(reply.result);
  const picture = await drawResult(result, document.documentElement.dir === "rtl");
  const file = new File([picture], `${result.file}.png`, { type: "image/png" });
  const data = { files: [file], text: result.line };
  if (!navigator.canShare?.(data)) { offer(box, file, result.line, texts); return; }
  try {
    await navigator.share(data);
  } catch (error) {
    // Otherwise the player has closed the sheet.
    if (/** @type {Error} */ (error).name !== "AbortError") offer(box, file, result.line, texts);
  }
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element
    ? /** @type {HTMLButtonElement | null} */ (event.target.closest("button.share"))
    : null;
  if (!button || button.disabled) return;
  button.disabled = true;
  share(button).catch(() => tell(button, button.dataset.away)).finally(() => { button.disabled = false; });
});
document.documentElement.toggleAttribute("data-shares", true);

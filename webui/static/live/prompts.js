// Prompts over any page: pending approvals, and notices for this phone.

import { post } from "../base/http.js";
import { timerRing } from "../base/clock.js";
import { button, find, h, rich, served, showIfAny, t } from "../base/dom.js";

let hosts = served.host; // follows the state, while `served.host` is fixed at page load

/** Answer an approval, withdraw an own request, or dismiss a notice. @param {Prompt} wait @param {boolean} yes */
async function answerPrompt(wait, yes) {
  // The notice may say that this phone became a host or lost that right; then the page must be reloaded.
  if (await post("/api/settle", { id: wait.id, yes }) && hosts !== served.host) location.reload();
}

/** @param {Prompt} wait */
const promptBox = (wait) => h("section.ask.wait", { data: { wait: wait.id } },
  wait.due !== null && timerRing({ label: wait.text, due: wait.due, of: wait.of ?? 0 }, null), h("p", rich(wait.text)),
  h("div.row", wait.no && button(`no-${wait.id}`, wait.no, () => answerPrompt(wait, false), "small"),
    wait.yes && button(`yes-${wait.id}`, wait.yes, () => answerPrompt(wait, true), "small main")));

/** Show the pending approvals over the page's head, and the first notice below them. @param {PageState} state */
export function drawPrompts({ waits, notes, sitting, hosts: now }) {
  hosts = now;
  const own = find("#sit") && sitting?.id; // the page itself shows this prompt
  drawBox("waits", t("page.waits"), waits.filter((wait) => wait.id !== own));
  drawBox("notes", t("page.notes"), notes.slice(0, 1));
}

/** @param {string} id @param {string} label @param {Prompt[]} shown */
function drawBox(id, label, shown) {
  const over = find("#over") ?? document.body.appendChild(h("div", { id: "over" }));
  const box = find(`#${id}`)
    ?? over.appendChild(h("section", { id, class: "waits", role: "status", "aria-label": label }));
  showIfAny(box, shown, () => shown.map(promptBox));
}

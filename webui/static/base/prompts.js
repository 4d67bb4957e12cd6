// What waits for a yes, over any page: a phone that asks for its seat, an act for the table; and what is said to one phone.

import { post } from "./http.js";
import { timerRing } from "./clock.js";
import { find, h, rich, served, show, t } from "./dom.js";

let hosts = served.host; // now, and not when the page was opened

/** Say yes or no to what waits; withdraw one's own; put away what was said. @param {Prompt} wait @param {boolean} yes */
async function answerPrompt(wait, yes) {
  // Who was made host, or is host no longer, reads so in a note: then the page is another.
  if (await post("/api/settle", { id: wait.id, yes }) && hosts !== served.host) location.reload();
}

/** @param {Prompt} wait */
const promptBox = (wait) => h("div", { class: "wait", data: { wait: wait.id } },
  wait.due !== null && timerRing({ label: wait.text, due: wait.due, of: 15_000 }, null),
  h("p", {}, rich(wait.text)),
  h("div", { class: "row" },
    wait.no && h("button", { class: "small", data: { key: `no-${wait.id}` }, onclick: () => answerPrompt(wait, false) }, wait.no),
    wait.yes && h("button", { class: "small main", data: { key: `yes-${wait.id}` }, onclick: () => answerPrompt(wait, true) }, wait.yes)));

/** Show what waits, over the page's head, and below it what is said to this phone: one note after the other. @param {PageState} state */
export function drawPrompts({ waits, notes, sitting, hosts: now }) {
  hosts = now;
  const own = find("#sit") && sitting?.id; // which the page itself shows
  drawBox("waits", t("page.waits"), waits.filter((wait) => wait.id !== own));
  drawBox("notes", t("page.notes"), notes.slice(0, 1));
}

/** @param {string} id @param {string} label @param {Prompt[]} shown */
function drawBox(id, label, shown) {
  const over = find("#over") ?? document.body.appendChild(h("div", { id: "over" }));
  const box = find(`#${id}`) ?? over.appendChild(h("section", { id, class: "waits", role: "status", "aria-label": label }));
  box.hidden = !shown.length;
  show(box, shown, () => shown.map(promptBox));
}

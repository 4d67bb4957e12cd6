// What waits for a yes, over any page: a phone that asks for its seat, an act for the table.

import { act } from "./act.js";
import { ring } from "./clock.js";
import { find, h, rich, show, t } from "./dom.js";

/** Say yes or no to what waits; withdraw it where it is one's own. @param {ShownWait} wait @param {boolean} yes */
const settle = (wait, yes) => act("/api/settle", { id: wait.id, yes });

/** @param {ShownWait} wait */
const one = (wait) => h("div", { class: "wait", data: { wait: wait.id } },
  wait.due !== null && ring({ label: wait.text, due: wait.due, of: 15_000 }, null),
  h("p", {}, rich(wait.text)),
  h("div", { class: "row" },
    wait.no && h("button", { class: "small", data: { key: `no-${wait.id}` }, onclick: () => settle(wait, false) }, wait.no),
    wait.yes && h("button", { class: "small main", data: { key: `yes-${wait.id}` }, onclick: () => settle(wait, true) }, wait.yes)));

/** Show what waits, over the page. @param {PageState} state */
export function drawWaits({ waits }) {
  const box = find("#waits") ?? document.body.appendChild(h("section", { id: "waits", class: "waits", role: "status", "aria-label": t("page.waits") }));
  box.hidden = !waits.length;
  show(box, waits, () => waits.map(one));
}

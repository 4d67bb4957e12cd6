// Buttons in a row, of which one is pressed.

import { h } from "../base/dom.js";

/** Return such a row, in which nothing is chosen yet. `chose(value)` is called at each tap. If it `releases`, a second
 * tap on a button takes the choice back: its value is undefined then.
 * @param {{ key: string, value: any, label: any }[]} options @param {(value: any) => void} chose
 * @param {{ title?: string, releases?: boolean }} [how] */
export function choiceRow(options, chose, { title, releases = false } = {}) {
  let chosen = -1;
  const buttons = options.map(({ key, label }, n) => h("button.option", { "aria-pressed": "false", data: { key },
    onclick: () => {
      chosen = releases && chosen === n ? -1 : n;
      buttons.forEach((button, other) => button.setAttribute("aria-pressed", String(other === chosen)));
      chose(options[chosen]?.value);
    } }, label));
  return h("div.choices", { role: "group", "aria-label": title }, buttons);
}

// Buttons in a row, of which one is pressed.

import { h, show, t } from "../base/dom.js";

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

/** Return the question and its answer, which is empty until somebody taps one.
 * @returns {{ element: HTMLElement, draw: (places: PlaceChoice[]) => void, answer: () => string }} */
export function placeQuestion() {
  let chosen = "";
  const element = h("div.places");
  const options = (places) => places.map(({ value, label }) => ({ value, label, key: `place.${value}` }));
  return { element, answer: () => chosen, draw: (places) => {
    show(element, places, () => {
      chosen = "";
      return places.length > 0 && [h("p.reason", t("page.place"), " ", t("page.place.how")),
        choiceRow(options(places), (value = "") => { chosen = value; }, { title: t("page.place"), releases: true })];
    });
  } };
}

// The question of a handover: who takes the place and the rating at the end.

import { h, show, t } from "../base/dom.js";

/** Return the question and its answer, which is empty until somebody taps one.
 * @returns {{ element: HTMLElement, draw: (places: PlaceChoice[]) => void, answer: () => string }} */
export function placeQuestion() {
  let chosen = "";
  const element = h("div", { class: "places" });
  const draw = (/** @type {PlaceChoice[]} */ places) => {
    show(element, places, () => {
      chosen = "";
      const buttons = places.map(({ value, label }) => h("button", {
        type: "button", class: "option", "aria-pressed": "false", data: { key: `place.${value}` },
        onclick: () => {
          chosen = chosen === value ? "" : value;
          buttons.forEach((button, n) => button.setAttribute("aria-pressed", String(places[n].value === chosen)));
        },
      }, label));
      return places.length > 0 ? [
        h("p", { class: "reason" }, t("page.place"), " ", t("page.place.how")),
        h("div", { class: "choices", role: "group", "aria-label": t("page.place") }, buttons),
      ] : [];
    });
  };
  return { element, draw, answer: () => chosen };
}

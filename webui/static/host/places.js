// The question of a handover: who takes the place and the rating at the end.

import { h, show, t } from "../base/dom.js";
import { choiceRow } from "../match/choices.js";

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

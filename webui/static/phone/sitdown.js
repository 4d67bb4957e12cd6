// Sitting down at a seat: wait for approval, give a name, then play.

import { post } from "../base/http.js";
import { nameChips, nameField } from "../match/board.js";
import { timerRing } from "../base/clock.js";
import { draft } from "../base/drafts.js";
import { button, h, rich, show, t } from "../base/dom.js";

/** @type {string | undefined} */
let asked;
const field = nameField({ data: { key: "name" } }); // created once, so that typed text survives changes

const place = h("select"); // who takes the seat's place at the end, if somebody else played here

/** @param {SitDownStep} sitting @param {string} name */
const sitDown = (sitting, name) =>
  post("/api/seat/sit", { id: sitting.id, name, place: name === sitting.name ? "" : place.value });

/** Return the step while the table has not agreed yet. @param {SitDownStep} sitting */
const waitingStep = (sitting) => [
  h("div.row.until-then", timerRing({ label: sitting.text, due: sitting.due ?? 0, of: sitting.of ?? 0 }, null),
    h("p", rich(sitting.text))),
  button("withdraw", t("page.wait.withdraw"), () => post("/api/settle", { id: sitting.id, yes: false }), "wide"),
];

/** @param {SitDownStep} sitting @param {string[]} known */
const nameStep = (sitting, known) => [
  h("p.asks", sitting.text),
  sitting.name
  && button("same", t("page.sit.me", { name: sitting.name }), () => sitDown(sitting, sitting.name), "main wide"),
  sitting.places.length > 0
  && h("div.match", h("label", h("span", t("page.place"), " ", t("page.place.how")), place)),
  known.length > 0 && sitting.places.length > 0 && h("p.reason", t("page.seat.known")),
  known.length > 0 && !sitting.drawn && nameChips(known, (name) => sitDown(sitting, name)),
  h("form.row.name", { onsubmit: () => sitDown(sitting, field.value) },
    h("label.grow.named", sitting.drawn ? t("page.sit.shown") : t("page.sit.other"), field),
    h("button", { class: sitting.name ? "" : "main", type: "submit" }, t("page.sit.go"))),
  sitting.drawn
    ? button("leave", t("page.sit.not_me"), () => post("/api/seat/leave", { seat: sitting.seat }), "wide")
    : button("without", t("page.sit.without"), () => sitDown(sitting, ""), "wide quiet"),
];

/** Show the step instead of the match; return whether it is a new one.
 * @param {HTMLElement} element @param {PageState} state */
export function drawSitDown(element, { sitting, known }) {
  element.hidden = !sitting;
  const names = known.filter((name) => name !== sitting?.name);
  show(place, sitting?.places ?? [], (places) => [{ value: "", label: "–" }, ...places].map(({ value, label }) =>
    h("option", { value }, label)));
  show(element, sitting && [sitting, names], () => (sitting ? [
    h("div.mark.colour", { data: { seat: String(sitting.seat) }, "aria-hidden": "true" }, sitting.symbol),
    h("h2", { tabindex: "-1" }, t("page.sit.you", { colour: sitting.colour })),
    ...(sitting.due === null ? nameStep(sitting, names) : waitingStep(sitting)),
  ] : []));
  const isNew = Boolean(sitting) && sitting?.id !== asked;
  if (isNew) {
    field.value = draft(`name ${sitting?.id}`, field, () => field.value);
    element.querySelector("h2")?.focus();
  }
  asked = sitting?.id;
  return isNew;
}

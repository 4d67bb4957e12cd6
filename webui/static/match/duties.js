// The duties with cards at the virtual table: a button for each duty, and the effect of a tap on a card.

import { confirmed, post } from "../base/http.js";
import { button, h, rich, showIfAny, t } from "../base/dom.js";

/** Do what a tap on a card or pile means. A card that a rule forbids is asked about first. @param {string} id */
export async function tapCard(id) {
  const answer = await post("/virtual/tap", { id });
  if (!answer?.asks) return answer;
  return await confirmed(answer.asks, t("page.play_anyway")) ? post("/virtual/tap", { id, sure: true }) : null;
}

/** Do a duty, with the cards that somebody chose. @param {string} id @param {string[]} [cards] */
export const carryOut = (id, cards = []) => post("/virtual/carry", { id, cards });

/** Return the duties that a button does: nobody has to choose a card. @param {TableDuty[]} duties */
export const plainDuties = (duties) => duties.filter((duty) => !duty.chooses);

/** Return the duty that a headline asks for, whose button takes its place. @param {TableDuty[]} duties
 * @param {string} label */
export const saidDuty = (duties, label) => plainDuties(duties).find((duty) => duty.text === label);

/** Return the button of a duty. @param {TableDuty} duty @param {boolean} main */
export const dutyButton = ({ id, text }, main) =>
  button(`duty${id}`, rich(text), () => carryOut(id), main ? "main wide duty" : "wide duty");

/** Return the piles that somebody chooses from, each as the back of its top card.
 * @param {TableDuty} duty @param {string} back the address of the picture of a back */
const pileRow = ({ id, cards, text }, back) => h("div.pilerow", { role: "group", "aria-label": text },
  cards.map((pile, n) => h("button.stack", { data: { key: `duty${id}${pile}`, next: "yes" },
    "aria-label": `${text} ${n + 1}`, onclick: () => carryOut(id, [pile]) },
    h("img.pc", { src: back, alt: "", draggable: "false" }))));

/** Draw the duties: a button each, and the sentence if somebody chooses a card. The first button is large,
 * unless something else is. The headline `label` has the button of the duty that it says.
 * @param {HTMLElement} element @param {TableDuty[]} duties @param {string} label
 * @param {string} [back] the address of the picture of a back @param {boolean} [main] */
export function drawDuties(element, duties, label, back = "", main = true) {
  const titled = saidDuty(duties, label), left = duties.filter((duty) => duty !== titled);
  const first = main && !titled ? plainDuties(left)[0] : null;
  showIfAny(element, left, () => left.map((duty) => (duty.chooses
    ? h("div.choose", duty.text !== label && h("p.how", rich(duty.text)),
      back && duty.cards.every((card) => duty.lies[card]?.[1] === "") && pileRow(duty, back))
    : dutyButton(duty, duty === first))));
}

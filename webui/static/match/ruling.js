// A ruling as people follow it: pictures, arithmetic, result and rule.

import { ruleAddress } from "../base/http.js";
import { cardNotes, h, number, rich, t } from "../base/dom.js";
import { figure, tappable } from "./crops.js";

const ONE_ROW = { cards: 7, digits: 17 }; // more cards, or longer numbers, take two rows on a phone
const NARROW_ROW = 4; // the same for a ruling next to the match on a large screen

/** Return a step's terms, arranged in the columns of the cards, or null if they do not fit.
 * @param {Term[]} terms @param {{ card: string }[]} cards */
function toColumns(terms, cards) {
  let at = 0;
  const cells = cards.map((card) => (terms[at]?.card === card.card ? terms[at++] : null));
  return at === terms.length ? cells : null;
}

/** Return the columns that fit every step, or null if the steps have different cards.
 * @param {RulingSheet} sheet @returns {(CardName & { proof?: string | null })[] | null} */
function sumColumns({ cards, steps }) {
  const [widest = []] = steps.map(({ terms }) => terms).sort((terms, other) => other.length - terms.length);
  if (!widest.length) return [];
  const fits = (columns) => columns.length > 0 && steps.every((step) => toColumns(step.terms, columns));
  return [cards, widest].find(fits) ?? null;
}

/** Return the line of a step that multiplies the sum of its cards, such as "−3 × 2 = −6", or null.
 * @param {RulingSheet["steps"][number]} step */
function product({ terms, total }) {
  const plain = terms.reduce((sum, { now }) => sum + now, 0);
  return plain && plain !== total ? `${number(plain)} × ${number(total / plain)} = ${number(total)}` : null;
}

/** Return the arithmetic as a table: a column for each card, two rows for each step, totals on the right. Without
 * cards, as in a settlement, a step is one row. Steps without common cards get their own tables. `tapped(n)` is
 * called when picture `n` is tapped.
 * @param {RulingSheet} sheet @param {((n: number) => void) | null} [tapped] @returns {any} */
export function sumTable(sheet, tapped) {
  if (!sheet.steps.length) return null;
  const cards = sumColumns(sheet);
  if (!cards) return sheet.steps.map((step) => sumTable({ ...sheet, cards: [], steps: [step] }));
  const pictures = cards === sheet.cards && (tapped || cards.some((card) => card.proof));
  const picture = (card, n) => tappable(card.proof, card.label, tapped && (() => tapped(n)));
  const rows = sheet.steps.map((step) => toColumns(step.terms, cards) ?? []);
  const digits = Math.max(...sheet.steps.flatMap((step) => step.terms.map(({ now }) => String(now).length)), 0);
  // A card that joins the sum in this step had no value before, not even 0.
  const value = (term, before) =>
    term.was === term.now || !before
      ? h("span", number(term.now))
      : h("span", h("s", number(term.was)), h("b", number(term.now)));
  const many = cards.length > ONE_ROW.cards || cards.length * digits > ONE_ROW.digits;
  return h("table", { class: "sum", data: { many: many && "yes", some: cards.length > NARROW_ROW && "yes" },
    vars: { cards: cards.length, half: Math.ceil(cards.length / 2) + 1,
      total: Math.max(...sheet.steps.map((step) => number(step.total).length)) + 2 } },
    h("colgroup", (cards.length ? cards : [""]).map(() => h("col")), h("col.total")),
    cards.length > 0 && h("thead", h("tr", cards.map((card, n) => h("th", { scope: "col" },
      pictures && picture(card, n), h("span", { translate: "no" }, card.label))), h("td"))),
    sheet.steps.map((step, row) => h("tbody", { vars: { row } }, !cards.length ? h("tr.step.line",
      h("th", { scope: "row" }, rich(step.text)), h("td.total", number(step.total))) : [
      h("tr.step", h("th", { colSpan: cards.length + 1, scope: "rowgroup" }, rich(step.text))),
      h("tr.line", product(step) ? h("td.total", { colSpan: cards.length + 1 }, product(step)) : [
          rows[row].map((term, n) => term === null ? h("td.nothing", step.terms.length > 0 && "·")
            : h("td", { class: term.was === term.now ? null : "changed" },
              term.now >= 0 && rows[row].slice(0, n).some(Boolean) && h("i.plus", "+"),
              value(term, row === 0 || rows[row - 1][n]))),
          h("td.total", `= ${number(step.total)}`)])])));
}

/** Return the whole ruling: the verdict, the cards, the arithmetic, the rules.
 * @param {RulingSheet} sheet @param {((n: number) => void) | null} tapped */
export function ruling(sheet, tapped = null) {
  const { texts, cards, steps, rests, rules } = sheet;
  return [
    h("div.verdict", texts.map((text) => h("p", rich(text)))),
    cards.length > 0 && steps.every((step) => !step.terms.length) && (!steps.length || cards.some((card) => card.proof))
    && h("div.crops", cards.map((card, n) => figure(card, tapped && (() => tapped(n))))),
    steps.length > 0 && h("div.sums", { vars: { steps: steps.length } }, sumTable(sheet, tapped)),
    rests.length > 0 && h("div.crops.rests", rests.map((card) => figure(card, null))),
    cardNotes(cards),
    rules.length > 0 && h("details.rules",
      h("summary", t("page.rules", { rules: rules.map((rule) => rule.id).join(", ") })),
      rules.map((rule) => h("p", h("a", { href: ruleAddress(rule.id) }, h("b", rule.id), " ", rule.text)))),
  ];
}

/** Let the sum of a ruling build row by row, once; a ruling that is only redrawn stands still.
 * @param {HTMLElement} element the element of the ruling @param {RulingSheet | null} sheet */
export function buildSum({ dataset, style }, sheet) {
  if (!sheet) delete dataset.builds;
  else if (dataset.of !== String(sheet.id)) {
    Object.assign(dataset, { of: sheet.id, builds: "yes" });
    style.setProperty("--steps", String(sheet.steps.length));
  }
}

/** Show all sums whole, or only the finished ones. @param {Event} event */
function showWhole({ type }) {
  for (const shown of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-builds]")))
    if (type !== "animationend" || shown.getAnimations({ subtree: true }).every((row) => row.playState === "finished"))
      delete shown.dataset.builds;
}
for (const end of ["pointerdown", "keydown", "animationend"]) document.addEventListener(end, showWhole);

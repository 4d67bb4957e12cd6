// A ruling as people follow it: the pictures, the sum line by line, the verdict, the rule.

import { cardNotes, h, number, rich, t } from "../base/dom.js";

const AGAIN_MS = 2000; // and twice as long each time: a Wi-Fi that fails for a minute leaves no hole
const TRIES = 5;
const ONE_ROW = 7; // more cards lie in two rows where a sheet is as narrow as a phone
const NARROW_ROW = 4; // and beside the match, on a large screen

/** Ask once more for a picture that did not come. @param {{ target: HTMLImageElement }} event */
function retryImage({ target }) {
  const tries = Number(target.dataset.tries ?? 0);
  target.dataset.tries = String(tries + 1);
  if (tries < TRIES) setTimeout(() => { target.src = target.src; }, AGAIN_MS * 2 ** tries);
}

/** The picture that a card was read from, or its name in a frame where there is none. @param {string | null} proof @param {string} label */
export const crop = (proof, label) => proof
  ? h("img", { class: "crop", src: `/proof/${encodeURIComponent(proof)}`, alt: label, onerror: retryImage })
  : h("span", { class: "crop none", "aria-hidden": "true" });

const CROWD = 6; // cards that it may be: beyond that the buttons take the whole width

/** A card in doubt: its picture, why, and what it may be. @param {any} picture @param {any} why @param {number} many @param {any} choices @param {string} [tag] */
export const doubt = (picture, why, many, choices, tag = "li") => h(tag, { class: many > CROWD ? "doubt crowded" : "doubt" },
  picture, h("p", { class: "reason" }, why), h("div", { class: "choices cards", role: "group", "aria-label": t("page.cards.possible") }, choices));

/** The same to tap, where `tapped` says what for. @param {string | null | undefined} proof @param {string} label @param {(() => void) | null | undefined} tapped */
const tappable = (proof, label, tapped) => tapped
  ? h("button", { class: "tap", type: "button", "aria-label": t("page.question.correct", { card: label }), onclick: tapped }, crop(proof ?? null, ""))
  : crop(proof ?? null, "");

/** Put a step's terms in the columns of the cards; null where they do not fit. @param {SumTerm[]} terms @param {{ card: string }[]} cards */
function toColumns(terms, cards) {
  let at = 0;
  const cells = cards.map((card) => (terms[at]?.card === card.card ? terms[at++] : null));
  return at === terms.length ? cells : null;
}

/** The columns that every step's terms fit in; null where the steps are about different cards. @param {RulingSheet} one @returns {(CardName & { proof?: string | null })[] | null} */
function sumColumns(one) {
  const widest = one.steps.map((step) => step.terms).reduce((most, terms) => (terms.length > most.length ? terms : most), []);
  if (!widest.length) return [];
  const fits = (cards) => one.steps.every((step) => toColumns(step.terms, cards));
  return [one.cards, widest].find((cards) => cards.length > 0 && fits(cards)) ?? null;
}

/**
 * The arithmetic as a table: a column a card, two rows a step, totals at the right; a table a step where they have no
 * cards in common.
 * `tapped(n)`, where given, is called with the number of the picture tapped.
 * @param {RulingSheet} one
 * @param {((n: number) => void) | null} [tapped]
 * @returns {any}
 */
export function sumTable(one, tapped) {
  if (!one.steps.length) return null;
  const cards = sumColumns(one);
  if (!cards) return one.steps.map((step) => sumTable({ ...one, cards: [], steps: [step] }));
  const pictures = cards === one.cards && (tapped || cards.some((card) => card.proof));
  const picture = (card, n) => tappable(card.proof, card.label, tapped && (() => tapped(n)));
  const rows = one.steps.map((step) => toColumns(step.terms, cards) ?? []);
  // A card that joins the sum only now had no value before, not even 0.
  const value = (term, before) => term.was === term.now || !before
    ? h("span", {}, number(term.now))
    : h("span", {}, h("s", {}, number(term.was)), h("b", {}, number(term.now)));
  return h("table", { class: "sum", data: { many: cards.length > ONE_ROW && "yes", some: cards.length > NARROW_ROW && "yes" }, vars: { cards: cards.length, half: Math.ceil(cards.length / 2) + 1, total: Math.max(...one.steps.map((step) => number(step.total).length)) + 2 } },
    h("colgroup", {}, cards.map(() => h("col")), h("col", { class: "total" })),
    h("thead", {}, h("tr", {}, cards.map((card, n) => h("th", { scope: "col" },
      pictures && picture(card, n), h("span", {}, card.label))), h("td"))),
    one.steps.map((step, row) => h("tbody", {},
      h("tr", { class: "step" }, h("th", { colSpan: cards.length + 1, scope: "rowgroup" }, rich(step.text))),
      h("tr", { class: "line" },
        rows[row].map((term, n) => term === null
          ? h("td", { class: "nothing" }, "·")
          : h("td", { class: term.was === term.now ? null : "changed" }, value(term, row === 0 || rows[row - 1][n]))),
        h("td", { class: "total" }, `= ${number(step.total)}`)))));
}

/** A card's picture with its name. @param {ReadCard} card @param {(() => void) | null} tapped */
export const figure = (card, tapped) => h("figure", {}, tappable(card.proof, card.label, tapped), h("figcaption", {}, card.label));

/** The whole ruling; `buttons` go beneath it. @param {RulingSheet} one @param {any[]} buttons @param {((n: number) => void) | null} tapped */
export function ruling(one, buttons = [], tapped = null) {
  return [
    one.cards.length > 0 && one.steps.every((step) => !step.terms.length) && (!one.steps.length || one.cards.some((card) => card.proof))
      && h("div", { class: "crops" }, one.cards.map((card, n) => figure(card, tapped && (() => tapped(n))))),
    one.steps.length > 0 && h("div", { class: "sums", vars: { steps: one.steps.length } }, sumTable(one, tapped)),
    h("div", { class: "verdict" }, one.texts.map((text) => h("p", {}, rich(text)))),
    one.rests.length > 0 && h("div", { class: "crops rests" }, one.rests.map((card) => figure(card, null))),
    cardNotes(one.cards),
    one.rules.length > 0 && h("details", { class: "rules" },
      h("summary", {}, t("page.rules", { rules: one.rules.map((rule) => rule.id).join(", ") })),
      one.rules.map((rule) => h("p", {}, h("a", { href: `/rules?from=${location.pathname}#${rule.id}` }, h("b", {}, rule.id), " ", rule.text)))),
    buttons.some(Boolean) && h("div", { class: "row" }, buttons),
  ];
}

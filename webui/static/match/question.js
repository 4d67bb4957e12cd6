// The camera's questions: which card is this, and how many are missing.

import { post } from "../base/http.js";
import { seatMark } from "./board.js";
import { cardNotes, h, heading, rich, t } from "../base/dom.js";
import { pressHint, buttonHint } from "./offers.js";
import { crop, doubt } from "./crops.js";

/** @param {Question} question @param {Item} item @param {string | null} card */
const answer = (question, item, card) => post("/api/answer", { question: question.id, item: item.id, card });

/** Return a doubtful card with a button for each candidate.
 * @param {Question} question @param {Item} item @param {boolean} may */
function doubtfulCard(question, item, may) {
  const choices = item.candidates.map(({ card, label }) => {
    const data = { card, key: `${item.id}${card}`, guess: card === item.guess && "yes" };
    return may
      ? h("button.card", { translate: "no", data, "aria-pressed": String(item.answer === card),
        onclick: () => answer(question, item, card) }, label)
      : h("span.card", { translate: "no", data }, label);
  });
  const none = may && h("button.card.none", { onclick: () => answer(question, item, null) }, item.none);
  return doubt(item.proof && crop(item.proof, t("page.question.picture")), rich(item.reason ?? ""), choices.length, [
    choices,
    none,
  ]);
}

/** Return a known card, small, which can be corrected. @param {Question} question @param {Item} item */
function knownCard(question, item) {
  const { label } = item;
  return h("details.known",
    h("summary", { "aria-label": t("page.question.correct", { card: label }) }, crop(item.proof, ""),
      h("span", label)), h("ul", doubtfulCard(question, item, true)), cardNotes(item.candidates));
}

/** Return a card that cannot be corrected. @param {Item} item */
const namedCrop = (item) => h("figure.known", crop(item.proof, ""), h("figcaption", item.label));

/** Return one of several meanings of the cards. @param {Question} asked @param {Way} way @param {boolean} may */
function optionButton(asked, way, may) {
  const inside = [h("span", rich(way.label), way.effect && h("small.effect", way.effect)),
    (may ? buttonHint : pressHint)(way.press)];
  const data = { key: `way${way.id}`, on: way.on && "yes" };
  return may
    ? h("button", { class: way.press ? "way press" : "way", data,
      onclick: () => post("/api/way", { question: asked.id, way: way.id }) }, inside)
    : h("p.way", { data }, inside);
}

/** Return the possible meanings, as buttons for the person who decides. @param {Question} asked @param {boolean} may */
const optionList = (asked, may) => asked.ways.length > 0
  && h("div.ways", asked.ways.map((way) => optionButton(asked, way, may)),
    asked.ways.some((way) => way.on) && h("p.reason", t("page.question.next")));

/** Return the whole question. `may`: this page may answer it. `seen`: its picture. `whose`: the seat that decides.
 * `says`: that seat is here.
 * @param {Question} asked @param {boolean} may @param {any} [seen] @param {SeatPanel | null} [whose]
 * @param {boolean} [says] */
export function question(asked, may, seen = null, whose = null, says = may) {
  const waits = (item) => !item.certain && item.answer === null;
  // Answered cards keep their place while others are open, so that no tap hits the wrong card.
  const stays = may && asked.items.some(waits);
  const open = asked.items.filter((item) => (stays ? !item.certain : waits(item)));
  const rest = asked.items.filter((item) => !open.includes(item));
  const mends = (item) => may && item.candidates.length > 0;
  return [
    h("div.head", heading(rich(asked.text))),
    h("section.ask", { data: { seat: asked.seat, doubt: open.length > 0 && "yes" } }, seen,
      asked.countText && h("p.count", asked.countText),
      whose && !says && h("p.why", seatMark(whose), " ", t("page.question.of", { seat: whose.name })),
      optionList(asked, says), open.length > 0 && h("ul.doubts", open.map((item) => doubtfulCard(asked, item, may))),
      cardNotes(open.flatMap((item) => item.candidates)),
      rest.length > 0 && h("div", rest.some(mends) && h("p.reason", t("page.question.read")),
        h("div.rest", rest.map((item) => (mends(item) ? knownCard(asked, item) : namedCrop(item))))),
      !may && !asked.ways.length && h("p.why", t("page.question.watch"))),
  ];
}

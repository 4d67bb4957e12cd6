// Cards in hands at the virtual table, and what a tap does with one.

import { post } from "../base/http.js";
import { aboutCard, button, fixed, h, rich, t } from "../base/dom.js";
import { seatMark } from "./board.js";

export const PILE = "pile"; // id of the pile's top card; with several piles, the zone is added

/** Return the name of a hand's player, with or without a seat. @param {PageState} state @param {number} hand */
export const handLabel = ({ seats, others }, hand) => seats[hand]?.label ?? others[hand - seats.length]?.name ?? "";

/** Return the line above a hand that names its player. @param {PageState} state @param {HandCards} hand */
const ownerLine = (state, { hand }) => h("p.who",
  state.seats[hand] ? [seatMark(state.seats[hand]), fixed(state.seats[hand].name)] : rich(handLabel(state, hand)));

/** Return hands with each card as a button; a single own hand needs no name.
 * @param {PageState} state @param {HandCards[]} hands @param {(card: HandCard, hand: HandCards) => void} tapped */
export const handViews = (state, hands, tapped) => hands.map((hand) =>
    h("div.handful", { data: { hand: hand.hand, plays: hand.plays ? "yes" : "no" },
      vars: { cards: hand.cards.length } }, (hands.length > 1 || !hand.plays) && ownerLine(state, hand),
      h("div.fan", hand.cards.map((card) => h("button.held", {
          data: { key: card.id, card: card.card, lays: card.lays.length ? "yes" : "no", fly: card.id,
            face: card.card || null, whose: hand.hand },
          title: card.label,
          "aria-label": hands.length > 1 || !hand.plays
            ? `${card.label}: ${state.seats[hand.hand]?.label ?? ""}`
            : card.label,
          onclick: () => tapped(card, hand),
        }, h("img.pc", { src: card.picture, alt: "", draggable: "false" }))))));

/** Return the actions for a card in an own hand; `done` is called afterwards.
 * @param {PageState} state @param {HandCard} card @param {HandCards} hand @param {() => void} done */
function cardActions(state, { id, lays }, { hand }, done) {
  const does = (path, body) => async () => { if (await post(path, { id, ...body })) done(); };
  const putBack = does("/virtual/back", {});
  return [
    lays.map(({ value, label, effect }) => button(`lay:${value}`, [rich(label), effect && h("small", rich(effect))],
      value === PILE ? putBack : does("/virtual/show", { zone: value }), "main wide")),
    !lays.length && h("p.reason", t("page.held.waits")),
    h("details.folded", h("summary", t("page.offers.more")), h("div.choices",
      !lays.some(({ value }) => value === PILE) && button("putback", t("page.held.back"), putBack),
      state.seats.filter((seat) => seat.seat !== hand && !seat.out).map((seat) => h("button", {
        data: { key: `give${seat.seat}`, seat: seat.seat }, onclick: does("/virtual/hold", { seat: seat.seat }),
      }, rich(t("page.held.give", { seat: seat.label })))))),
  ];
}

/** Show one card large, with its actions or its owner. If it could be played, it closes once it no longer can.
 * @param {any} sheet @param {() => PageState} current @param {() => HandCards[]} hands @param {string} id
 * @param {{ stands?: () => boolean, done?: () => void }} [how] */
export function cardSheet(sheet, current, hands, id, { stands = () => true, done = () => sheet.close() } = {}) {
  const shown = () =>
    hands().flatMap((hand) => hand.cards.filter((card) => card.id === id).map((card) => ({ card, hand })))[0];
  const isPlayable = () => shown()?.card.lays.length > 0, wasPlayable = isPlayable();
  sheet.open(() => {
    const { card, hand } = shown();
    return [
      sheet.header(hand.sees ? card.label : t("page.held.yours")),
      h("div.closeup", h("img.pc", { src: card.picture, alt: "" }),
        h("div.does", hand.plays ? cardActions(current(), card, hand, done) : ownerLine(current(), hand),
          aboutCard(card.card) && h("p.reason", aboutCard(card.card)))),
    ];
  }, { watches: () => [shown(), current().seats.map((seat) => seat.name)],
    stands: () => stands() && Boolean(shown()) && (!wasPlayable || isPlayable()) });
}

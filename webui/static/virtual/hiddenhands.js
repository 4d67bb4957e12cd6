// Hands that are hidden on this page, and what a tap on them does.

import { timeSince } from "../base/clock.js";
import { post, toast } from "../base/http.js";
import { button, h, rich, showIfAny, t } from "../base/dom.js";
import { freeSeat } from "../host/handover.js";
import { cardSheet, handLabel, handViews } from "../match/handcards.js";

/** Whether a held card is hidden on this page. @param {VirtualScene} scene @param {string} id */
export const isHidden = (scene, id) => scene.faces[id] === undefined;

/** Show the cards of a seat without a phone, while the others look away, until something changes. If the seat has a
 * phone, say that its cards are there.
 * @param {() => VirtualState} current @param {string} id */
export async function lookAtHand(sheet, current, id) {
  const { scene, seats, seq } = current();
  const hand = scene.hands.findIndex((held) => held.includes(id)), seat = scene.lookers[hand] ?? null;
  if (seats[hand]?.level && seat === null) return toast(t("page.bot.hand"));
  if (seat === null) return toast(t("page.hand.phone", { seat: handLabel(current(), hand) }));
  const read = await post("/virtual/look", { seat });
  if (!read || current().seq !== seq) return;
  const { version } = scene;
  const stands = () => current().seq === seq && current().scene.version === version;
  const cover = () => button("cover", t("page.hand.cover"), sheet.back, "wide");
  const all = () => sheet.open(() => [
      sheet.header(t("page.hand.look", { seat: seats[seat].label })),
      h("div.looked", handViews(current(), read.hands, (card) =>
        cardSheet(sheet, current, () => read.hands, card.id, { stands, done: sheet.back }))),
      cover(),
    ], { stands });
  all();
}

/** Whether the table waits for a seat: its turn, its answer, or a card that it must draw.
 * @param {VirtualState} state @param {SeatPanel} seat */
const isAwaited = ({ focus, scene }, { seat, cue }) =>
  focus.seat === seat || /^(turn|may_)/.test(cue) || scene.duties.some((duty) => duty.seat === seat);

/** Return a sentence about a phone that the table waits for while it is away. The time in it counts on.
 * @param {string} key @param {SeatPanel} seat */
function awayText(key, { label, away }) {
  const [before, after] = t(key, { seat: label, time: "|" }).split("|");
  return h("p", rich(before), timeSince(away ?? 0), rich(after));
}

/** Show each phone that is away while the table waits for its seat, with a button to play that seat here.
 * @param {HTMLElement} element @param {VirtualState} state */
export function drawAway(element, state) {
  const { scene, seats } = state;
  const missed = seats.filter((seat) => seat.away !== null && !seat.level && isAwaited(state, seat));
  const holds = (seat) => scene.hands.some((held, hand) => held.length && scene.players[hand] === seat);
  showIfAny(element, missed.map(({ seat, label, away }) => ({ seat, label, away, holds: holds(seat) })), (all) =>
    all.map(({ seat, holds: hand }) => h("div.away", { data: { seat } },
      awayText(hand ? "page.away.hand" : "page.away", seats[seat]),
      button(`here${seat}`, t("page.away.here"), () => freeSeat(seat), "main"))));
}

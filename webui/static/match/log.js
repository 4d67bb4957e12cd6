// The log: what happened, newest first, by the rounds and the turns in which it happened.

import { h, rich, t } from "../base/dom.js";
import { timeElement } from "../base/times.js";
import { ruleLinks, seatMark } from "./board.js";
import { figure } from "./crops.js";

/** Return the text of a line: struck out, or a button that goes back to it.
 * @param {LogLine} line @param {((line: LogLine) => void) | null} [back] */
const logText = (line, back) => {
  if (line.undone) return h("s", rich(line.text));
  if (!back || !line.counts) return h("span", rich(line.text));
  return h("button.entry", { title: t("page.back.here"), data: { key: `entry${line.seq}` },
    onclick: () => back(line) }, rich(line.text));
};

/** Return the lines in groups: what one player did in a row, in one round, is one turn. @param {LogLine[]} lines */
function byTurn(lines) {
  /** @type {LogLine[][]} */
  const turns = [];
  for (const line of lines) {
    const turn = turns[turns.length - 1];
    if (turn && turn[0].seat === line.seat && turn[0].round === line.round) turn.push(line);
    else turns.push([line]);
  }
  return turns;
}

/** Return log lines, newest first, with a note on undone or corrected ones. `tap(of, at)` is called when a card is
 * tapped, `back(line)` when a line that counts is.
 * @param {LogLine[]} lines
 * @param {SeatPanel[]} seats
 * @param {((of: number, at: number) => void) | null} [tap]
 * @param {((line: LogLine) => void) | null} [back] */
export function logList(lines, seats, tap, back) {
  const turns = byTurn(lines);
  return h("div.log", turns.map((turn, n) => {
    const { seat, round } = turn[0], { at } = turn[turn.length - 1];
    const mover = seat === null ? null : seats[seat];
    return [
      round && round !== turns[n - 1]?.[0].round && h("h3", round),
      h("section.turn", h("p.at", mover && seatMark(mover), h("small", timeElement(at, "time"))),
        h("ol", turn.map((line) => h("li", { data: { undone: line.undone && "yes", log: line.seq } },
          logText(line, back), line.note && h("small", rich(line.note)), ruleLinks(line.rules),
          line.of !== null && h("div.crops", line.cards.map((card, at) =>
            figure(card, tap ? () => tap(line.of ?? 0, at) : null)
          )))))),
    ];
  }));
}

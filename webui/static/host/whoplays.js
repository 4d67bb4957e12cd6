// The players at the seats of a new match: people who are here, bots, and people without a phone.

import { h, t } from "../base/dom.js";
import { nameField, seatMark } from "../match/board.js";
import { LEVELS } from "./handover.js";

const WHO = "who."; // before the place of a person, as the value of a seat

/** Return the seats as they are chosen. At first, people and bots keep their present seats.
 * @param {PageState} now @param {boolean} noBots @param {() => number} seats how many there are
 * @param {(seat: number) => string | undefined} typed the name that the user has typed */
export function whoPlays({ people, match, seats: panels, everybody }, noBots, seats, typed) {
  const here = people.filter(({ away }) => !away);
  const held = (seat) => here.some(({ place, phone }) => phone && place === seat);
  const botLevel = (seat) => panels[seat]?.level ?? ""; // the seat's bot in the current match
  /** A bot's level, a person, or "" for somebody else. @type {string[]} */
  const plays = everybody.map(({ seat }) => (noBots || held(seat) ? "" : botLevel(seat)));
  const personAt = (seat) => people.find(({ place }) => plays[seat] === WHO + place);
  const levels = () => plays.slice(0, seats()).map((who) => (who.startsWith(WHO) ? "" : who));
  /** The number of people and bots who are here, or null before the first match. */
  const count = match ? here.length + plays.filter(Boolean).length : null;

  /** Give everybody who is here a seat: their own, or else the first free one. */
  const seatPeople = () => {
    plays.forEach((_, seat) => { if (personAt(seat)) plays[seat] = ""; });
    const isFree = (seat) => seat < seats() && plays[seat] === "";
    const stay = here.filter(({ place }) => isFree(place));
    for (const { place } of stay) plays[place] = WHO + place;
    for (const { place } of here.filter((person) => !stay.includes(person))) {
      const seat = plays.findIndex((_, n) => isFree(n));
      if (seat >= 0) plays[seat] = WHO + place;
    }
  };
  /** Give the bots `many` seats, starting from the last one; seats with a phone come last.
   * @param {number} many @param {string} level */
  const seatBots = (many, level) => {
    const free = [...levels().keys()].sort((seat, other) => Number(held(seat)) - Number(held(other)) || other - seat);
    free.forEach((seat, n) => {
      plays[seat] = n < many ? level : "";
    });
    seatPeople();
  };
  /** Choose the player of a seat. If that person has another seat, the two seats change players. */
  const choose = (seat, value) => {
    const before = plays.indexOf(value);
    if (value.startsWith(WHO) && before >= 0) plays[before] = plays[seat];
    plays[seat] = value;
  };
  /** Set the level of all bots. @param {string} level */
  const setLevel = (level) => levels().forEach((bot, seat) => { if (bot) plays[seat] = level; });

  /** Return what to call the player of a seat. @param {SeatName} seat */
  const called = ({ seat, name, given }) => personAt(seat)?.name
    ?? (typed(seat) || (given && !botLevel(seat) ? t("page.match.person") : name));
  /** Return the seat to which the player of an earlier seat goes, or -1. @param {number} seat */
  const seatOf = (seat) => (levels()[seat] ? seat : plays.indexOf(WHO + seat));

  const row = (seat) => {
    const person = personAt(seat.seat), chosen = plays[seat.seat];
    const choices = [
      ...people.map(({ place, name, away }) => [WHO + place, away ? t("page.match.gone", { name }) : name]),
      ["", t("page.match.person")],
      ...(noBots ? [] : LEVELS.map((level) => [level.value, t("page.match.table", { level: level.label })])),
    ];
    const named = person?.phone && person.given; // the player's phone has set this name
    return h("div.seated", seatMark(seat), choices.length > 1
      && h("select", { name: `level.${seat.seat}`, "aria-label": t("page.match.plays", { seat: seat.symbol }) },
        choices.map(([value, label]) => h("option", { value, selected: value === chosen }, label))),
      !levels()[seat.seat] && !named && nameField({
        name: `name.${seat.seat}`, value: typed(seat.seat) ?? person?.given ?? "", list: "known-names",
        "aria-label": seat.label, placeholder: person?.given ? null : called(seat),
      }));
  };
  const rows = () => everybody.slice(0, seats()).map(row);
  /** Return who of the people has no seat in this match. */
  const without = () => {
    const left = people.filter(({ place }) => !plays.slice(0, seats()).includes(WHO + place));
    const line = (key, some) => some.length > 0
      && h("p.reason", { data: { key } }, t(key, { names: some.map(({ name }) => name).join(", ") }));
    return [line("page.match.away", left.filter(({ away }) => away)),
      line("page.match.out", left.filter(({ away }) => !away))];
  };
  /** Return the names and phones of the players, as the table takes them. @param {HTMLFormElement} form */
  const chosen = (form) => ({
    levels: levels(),
    who: levels().map((_, seat) => (personAt(seat)?.phone ? personAt(seat)?.place : null)),
    names: levels().map((level, seat) =>
      !level ? form.elements[`name.${seat}`]?.value ?? "" : botLevel(seat) ? everybody[seat].given : ""),
  });
  const tells = people.some(({ phone }) => phone);
  return { count, tells, levels, seatPeople, seatBots, choose, setLevel, called, seatOf, rows, without, chosen };
}

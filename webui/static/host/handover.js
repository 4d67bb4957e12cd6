// Hand a seat over to another player during a match: by its phone, or by a host for any seat. A host has more actions:
// transfer or revoke host, free seats, and what the game offers the host alone.

import { post, confirmed, toast } from "../base/http.js";
import { nameChips, nameField, botMark, seatName } from "../match/board.js";
import { choiceRow, placeQuestion } from "../match/choices.js";
import { h, served, t } from "../base/dom.js";
import { list, lists } from "../base/list.js";
import { offerKey } from "../match/fields.js";
import { isHosts } from "../match/offers.js";

/** Open the form for a phone's own seat; a host chooses the seat.
 * @param {() => PageState} current @param {number | null} seat */
export const handOver = (sheet, current, seat = null) => sheet.open(() => handOverForm(sheet, current(), seat));

/** Show the host's code if it has changed because a lost phone knew the old one. */
function tellCode(answer) {
  if (answer?.code) { served.code = answer.code; toast(t("page.host.new_code", { code: answer.code })); }
  return answer;
}

/** Free the seat of a lost phone, as a host. @param {number} seat */
export const freeSeat = async (seat) => tellCode(await post("/api/seat/free", { seat }));

/** The bots' levels. */
export const LEVELS = [
  { value: "gentle", label: t("page.level.gentle"), how: t("page.level.gentle.how") },
  { value: "fair", label: t("page.level.fair"), how: t("page.level.fair.how") },
  { value: "keen", label: t("page.level.keen"), how: t("page.level.keen.how") },
];

/** Return the recent names, to complete a name field. @param {PageState} state */
export const knownNames = ({ known }) =>
  h("datalist", { id: "known-names" }, known.map((name) => h("option", { value: name })));

/** @param {PageState} state @param {number | null} seat */
function handOverForm(sheet, state, seat) {
  const places = placeQuestion();
  if (seat !== null) places.draw(state.seats[seat].places);
  const give = async (to) => {
    if (tellCode(await post("/api/seat/over", { seat, place: places.answer(), ...to }))) sheet.close();
  };
  const levels = state.noBots ? [] : LEVELS.map(({ value: level, label }) => h("button.option",
    { disabled: seat === null, data: { key: `table.${level}` }, onclick: () => give({ level }) }, label));
  const name = nameField({ list: "known-names" });
  const done = h("button.main.wide", { type: "submit", disabled: seat === null }, t("page.seat.hand.do"));
  const seats = state.seats.map((shown) => ({ key: `whose${shown.seat}`, value: shown.seat,
    label: [seatName(shown), botMark(shown)] }));
  const choose = (chosen) => {
    seat = chosen;
    places.draw(state.seats[chosen].places);
    for (const button of [done, ...levels]) button.disabled = false;
  };
  return [
    sheet.header(t("page.seat.hand")),
    h("form.match", { onsubmit: () => give({ name: name.value }) }, h("p.reason", t("page.seat.hand.how")),
      seat === null && choiceRow(seats, choose, { title: t("page.seats") }),
      places.element, h("label", h("span", t("page.seat.hand.name")), name), knownNames(state),
      state.known.length > 0 && nameChips(state.known, (chosen) => { name.value = chosen; }), done,
      levels.length > 0
        ? [h("p.reason", t("page.bot.over")),
          h("div.choices", { role: "group", "aria-label": t("page.bot.over") }, levels)]
        : h("p.reason", state.noBots)),
  ];
}

/** Return lines for the acts that the game offers to the host alone, such as a correction of coins.
 * @param {() => PageState} current */
const seatActions = (sheet, current) => {
  const make = async (offer) => {
    if (!(await confirmed(t("page.sure", { what: offer.shown.label }), t("page.go_on")))) return;
    const { move, seat, given } = offer;
    sheet.send("/api/move", { seen: current().seq, as: "host", move: { ...given, move, seat } });
  };
  return current().offers.filter(isHosts).map((offer) => ({ key: `${offerKey(offer)}${offer.seat ?? ""}`, icon: "edit",
    label: offer.shown.label, does: () => (offer.ask.length ? sheet.correct(offer) : make(offer)) }));
};

/** Open a host's actions. @param {() => PageState} current */
export const openHostDesk = (sheet, current) => sheet.open(() => hostDesk(sheet, current),
  { watches: () => [current().seq, current().seats.map((seat) => seat.held)] });

/** @param {() => PageState} current */
function hostDesk(sheet, current) {
  const postAndReload = async (path, body) => { if (await post(path, body)) location.reload(); };
  const revoke = async () => {
    if (!(await confirmed(t("page.host.revoke.sure"), t("page.go_on")))) return;
    tellCode(await post("/api/host/revoke"));
  };
  const others = current().seats.filter((seat) => seat.held && !current().yours.includes(seat.seat));
  return [
    sheet.header(t("page.host")),
    lists(served.code && h("p.reason", t("page.host.code", { code: served.code })), list("",
        current().match && !current().over
        && { key: "over", icon: "give", label: t("page.seat.hand"), does: () => handOver(sheet, current) },
        others.map(({ seat, label }) => [
          { key: `free${seat}`, icon: "away", label: t("page.seat.free", { seat: label }), does: () => freeSeat(seat) },
          { key: `hand${seat}`, icon: "host", label: t("page.host.hand", { seat: label }),
            does: () => postAndReload("/api/host/hand", { seat }) },
        ]),
        { key: "screen", icon: "screen", label: t("page.host.pages"), href: "/table" },
        { key: "revoke", icon: "locked", label: t("page.host.revoke"), does: revoke },
        { key: "unhost", icon: "leave", label: t("page.host.leave"), does: () => postAndReload("/api/host/leave") }),
      list(t("page.seats.about"), seatActions(sheet, current)),
    ),
  ];
}

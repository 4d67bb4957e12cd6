// A seat handed to another player in the midst of a match: by its phone, or by a host for any seat.

import { act } from "./act.js";
import { who } from "./board.js";
import { h, t } from "./dom.js";

/**
 * Open the form. A host chooses the seat; a phone that hands its own on has `then` to do.
 * @param {any} sheet
 * @param {() => PageState} current
 * @param {number | null} seat
 * @param {() => void} then
 */
export const handOver = (sheet, current, seat = null, then = () => {}) =>
  sheet.open(() => form(sheet, current(), seat, then));

/** The button for a host, where there is a match to go on with. @param {any} sheet @param {() => PageState} current */
export const handOverButton = (sheet, current) => current().match && !current().over && h("button", {
  data: { key: "over" }, onclick: () => handOver(sheet, current),
}, t("page.seat.hand"));

/** @param {any} sheet @param {PageState} state @param {number | null} seat @param {() => void} then */
function form(sheet, state, seat, then) {
  const name = h("input", { name: "name", maxLength: 14, autocomplete: "off", list: "known-names" });
  const done = h("button", { class: "main wide", type: "submit", disabled: seat === null }, t("page.seat.hand.do"));
  const seats = seat !== null ? [] : state.seats.map((one) => h("button", {
    type: "button", class: "option", "aria-pressed": "false", data: { key: `whose${one.seat}` },
    onclick: () => {
      seat = one.seat;
      seats.forEach((button, n) => button.setAttribute("aria-pressed", String(n === seat)));
      done.disabled = false;
    },
  }, who(one)));
  const submit = async (event) => {
    event.preventDefault();
    if (await act("/api/seat/over", { seat, name: name.value })) { sheet.close(); then(); }
  };
  return [
    sheet.header(t("page.seat.hand")),
    h("form", { class: "match", onsubmit: submit },
      h("p", { class: "reason" }, t("page.seat.hand.how")),
      seats.length > 0 && h("div", { class: "choices", role: "group", "aria-label": t("page.seats") }, seats),
      h("label", {}, h("span", {}, t("page.seat.hand.name")), name),
      h("datalist", { id: "known-names" }, state.known.map((one) => h("option", { value: one }))),
      state.known.length > 0 && h("div", { class: "choices chips", role: "group", "aria-label": t("page.seat.known") },
        state.known.map((one) => h("button", { type: "button", onclick: () => { name.value = one; } }, one))),
      done),
  ];
}

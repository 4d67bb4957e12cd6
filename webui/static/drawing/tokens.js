// Counters in front of a seat or on the table.

import { h, number } from "../base/dom.js";

export const MANY = 6; // number of pips that fit next to a seat's mark on a phone; longer rows have smaller pips

/** Return counters: a pip for each possible one, or a number if there is no limit. @param {TokenCount} token */
export const counter = (token) => h("span", { class: "token", role: "img", "aria-label": token.text, title: token.text, data: { kind: token.kind, many: (token.of ?? 0) > MANY && "yes" } },
  token.of === null
    ? h("span", { class: "counter" }, number(token.count))
    : Array.from({ length: token.of }, (_, n) => h("span", { class: "pip", data: { on: n < token.count && "yes" } })));

// Counters before a seat, or on what lies there.

import { h, number } from "../base/dom.js";

export const MANY = 6; // pips that stand beside a seat's mark on a phone; more are drawn smaller

/** Counters: as many pips as there can be of them, or a number where there is no limit. @param {TokenCount} token */
export const counter = (token) => h("span", { class: "token", role: "img", "aria-label": token.text, title: token.text, data: { kind: token.kind, many: (token.of ?? 0) > MANY && "yes" } },
  token.of === null
    ? h("span", { class: "counter" }, number(token.count))
    : Array.from({ length: token.of }, (_, n) => h("span", { class: "pip", data: { on: n < token.count && "yes" } })));

// A list of lines, each with a symbol, a label, and what it is set to. Menus are made of them.

import { h, icon, rich } from "./dom.js";

/** A line `does` something or leads to a page (`href`). The `icon` is a symbol of icons.svg, or an element.
 * @typedef {{ key: string, icon: any, label: string, value?: string | null, does?: () => any, href?: string,
 *   lang?: string, move?: string, on?: boolean }} Entry */

/** @param {Entry} entry */
const line = ({ key, icon: symbol, label, value, does, href, lang, move, on }) =>
  h("li", h(href ? "a" : "button", { href, lang, onclick: does, data: { key, move }, "aria-current": on && "true" },
    typeof symbol === "string" ? icon(symbol) : symbol, h("span.label", rich(label)),
    value && h("em", { title: value }, rich(value))));

/** Return the entries that there are under a title, or nothing. @param {string} title @param {any[]} all */
export const list = (title, ...all) => {
  const items = all.flat(Infinity).filter(Boolean);
  return items.length > 0 && h("section", title && h("h3", title), h("ul.list", items.map(line)));
};

/** Return lists as the body of a sheet, side by side if it is wide. @param {any[]} inside */
export const lists = (...inside) => h("div.body", h("div.lists", inside));

// Small means of building a page: elements, and redrawing only what changed.

/**
 * Make an element: `on…` are listeners, `data` is the dataset, true/false set or drop an attribute.
 * @param {string} tag
 * @param {Record<string, any> | null} [props]
 * @param {any[]} kids
 * @returns {any} the element, which callers know better than its tag says
 */
export function h(tag, props, ...kids) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "data") {
      for (const [key, one] of Object.entries(value)) {
        if (one !== undefined && one !== null && one !== false) element.dataset[key] = one;
      }
    } else if (name === "vars") {
      for (const [key, one] of Object.entries(value)) element.style.setProperty(`--${key}`, one);
    } else if (name in element && typeof value !== "string") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...kids.flat(Infinity).filter((kid) => kid !== null && kid !== undefined && kid !== false));
  return element;
}

/** Make an element of a drawing; attributes and children that are not there are left out. @param {string} tag @param {Record<string, any>} attributes @param {any[]} kids @returns {any} */
export function svg(tag, attributes, ...kids) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null && value !== undefined) element.setAttribute(name, String(value));
  element.append(...kids.flat(Infinity).filter((kid) => kid !== null && kid !== undefined && kid !== false && kid !== ""));
  return element;
}

/** The name of a sheet, where its reader begins. @param {any} text */
export const heading = (text) => h("h2", { id: "sheet-name", tabindex: "-1" }, text);

/** @type {(selector: string, within?: ParentNode) => any} */
export const find = (selector, within = document) => within.querySelector(selector);

const SYMBOLS = [..."●▲■◆★✚"];

/** A text in which every seat's symbol has its colour, and an option of the command line is not broken. @param {string} text */
export const rich = (text) => text.split(/([●▲■◆★✚]|--[a-z]+)/).map((piece) => SYMBOLS.includes(piece)
  ? h("span", { class: "glyph", data: { seat: String(SYMBOLS.indexOf(piece)) } }, piece)
  : piece.startsWith("--") ? h("span", { class: "option-name" }, piece) : document.createTextNode(piece));

const shownValues = new WeakMap();

const TYPED = "input:not([type]), input[type=text]";

/** Give the focus to what stands where `held` did, with what was typed there. @param {any} held @param {HTMLElement} element */
function restoreFocus(held, element) {
  const { key } = held.dataset;
  const now = held.isConnected ? held : find(key ? `[data-key="${CSS.escape(key)}"]` : `[name="${CSS.escape(held.name)}"]`, element);
  now?.focus();
  if (now && now !== held && held.matches(TYPED)) {
    now.value = held.value;
    now.setSelectionRange(held.selectionStart, held.selectionEnd);
  }
}

/**
 * Fill `element` with what `make` returns, only where `value` is not what it shows already.
 * @template T
 * @param {HTMLElement} element
 * @param {T} value
 * @param {(value: T) => any} make
 */
export function show(element, value, make) {
  const key = JSON.stringify(value) ?? "";
  if (shownValues.get(element) === key) return false;
  shownValues.set(element, key);
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  const held = active && active !== element && element.contains(active) ? active : null;
  element.replaceChildren(...[make(value)].flat(Infinity).filter(Boolean));
  if (held && (held.dataset.key || held.matches(TYPED))) restoreFocus(held, element);
  return true;
}

const data = (id) => JSON.parse(find(`#${id}`).textContent);

/** What the page was served with: words, addresses, the first state. @type {Served} */
export const served = data("served");

/** The words of `key` in the viewer's language. @param {string} key @param {Record<string, any>} params */
export function t(key, params = {}) {
  const words = served.words[key] ?? key;
  return words.replace(/%\((\w+)\)s/g, (_, name) => params[name] ?? "");
}

/** What a special card is called and does; nothing for any other. @param {string} card */
export const aboutCard = (card) => served.words[`card.about.${card}`] ?? "";

/** What is to be known of the special ones among some cards, a line each. @param {CardName[]} cards */
export function cardNotes(cards) {
  const special = new Map(cards.filter((one) => aboutCard(one.card)).map((one) => [one.card, one.label]));
  return special.size > 0 && h("ul", { class: "about-cards" }, [...special].map(([card, label]) => h("li", {}, h("b", {}, label), " ", aboutCard(card))));
}

/** The same where it is a tap away. @param {CardName[]} cards */
export function foldedCardNotes(cards) {
  const list = cardNotes(cards);
  return list && h("details", { class: "rules" }, h("summary", {}, t("page.cards.special")), list);
}

const numbers = new Intl.NumberFormat(document.documentElement.lang);

/** A number as the language writes it, with a true minus sign. @param {number} value */
export const number = (value) => numbers.format(value).replace("-", "−");

/** Load a style that the first paint goes without; what is drawn by it waits. @param {string} path @returns {Promise<unknown>} */
export const stylesheet = (path) => new Promise((here) => {
  if (document.querySelector(`[href="${path}"]`)) here(null);
  else document.head.append(h("link", { rel: "stylesheet", href: path, onload: here, onerror: here }));
});

// Helpers to build a page: create elements, and redraw only what has changed.

import { keepFocus } from "./focus.js";

/** Create an element; its tag may name classes ("p.reason"). Properties may be left out: `on…` are listeners, `data` is
 * the dataset, `vars` are custom properties of the `style`, and true or false set or drop an attribute. A button
 * submits nothing unless its `type` says so, and a form with a listener leaves the rest to it.
 * @param {string} tag
 * @param {any[]} content the properties, and the children
 * @returns {any} the element, which callers know better than its tag says */
export function h(tag, ...content) {
  const [kind, ...classes] = tag.split("."), element = document.createElement(kind);
  const own = { class: classes.join(" ") || null, type: kind === "button" && "button" };
  const props = content[0]?.constructor === Object ? { ...own, ...content.shift() } : own;
  for (const [name, value] of Object.entries(props)) {
    if (isMissing(value)) continue;
    if (name === "onsubmit") element.addEventListener("submit", (event) => { event.preventDefault(); value(event); });
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "data") {
      for (const [key, entry] of Object.entries(value)) if (!isMissing(entry)) element.dataset[key] = entry;
    } else if (name === "vars") {
      for (const [key, entry] of Object.entries(value)) element.style.setProperty(`--${key}`, entry);
    } else if (name === "style") Object.assign(element.style, value);
    else if (name in element && typeof value !== "string") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...nodesOf(content));
  return element;
}

const isMissing = (value) => value === undefined || value === null || value === false;

/** Return the children that are not missing. @param {any[]} kids */
const nodesOf = (kids) => kids.flat(Infinity).filter((kid) => !isMissing(kid) && kid !== "");

/** Create an SVG element; missing attributes and children are left out.
 * @param {string} tag @param {Record<string, any>} attributes @param {any[]} kids @returns {any} */
export function svg(tag, attributes, ...kids) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes))
    if (!isMissing(value)) element.setAttribute(name, String(value));
  element.append(...nodesOf(kids));
  return element;
}

/** Return a sheet's heading, which names the sheet and gets the focus first. */
export const heading = (text) => h("h2", { id: "sheet-name", tabindex: "-1" }, text);

/** Return a copy of a part of the page that never changes (templates/parts/sheets.html). @param {string} name */
export const templated = (name) => [...find(`#part-${name}`).content.cloneNode(true).children];

/** @type {(selector: string, within?: ParentNode) => any} */
export const find = (selector, within = document) => within.querySelector(selector);

const SYMBOLS = [..."●▲■◆★✚"];

/** Names of players and words that are printed on cards: a browser must not translate them. @type {Set<string>} */
const fixedWords = new Set();
let pieces = /([●▲■◆★✚]|--[a-z]+)/;
let notInWord = "(?<!\\p{L})";
try { new RegExp(notInWord, "u"); } catch { notInWord = ""; } // Safari before 16.4

/** Find the names and the cards in a part of a state; texts then keep them in every language. */
function findFixedWords(part) {
  if (part === null || typeof part !== "object") return;
  if (Array.isArray(part)) { part.forEach(findFixedWords); return; }
  const { card, symbol, name, label } = part;
  for (const word of [typeof card === "string" && label, typeof symbol === "string" && name])
    if (word && /\p{L}{2}/u.test(word)) fixedWords.add(word);
  Object.values(part).forEach(findFixedWords);
}

/** Learn from a state which words of its texts no browser may translate. @param {PageState} state */
export function keepFixedWords(state) {
  const before = fixedWords.size;
  findFixedWords(state);
  if (fixedWords.size === before) return;
  const words = [...fixedWords].sort((word, other) => other.length - word.length).map((word) =>
    word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  );
  pieces = new RegExp(`([●▲■◆★✚]|--[a-z]+|${notInWord}(?:${words.join("|")})(?!\\p{L}))`, "u");
}

/** Return a name, or a word that is printed on a card, which no browser may translate. */
export const fixed = (...words) => h("span", { translate: "no" }, words);

/** Return a text with every seat symbol in its colour, names and cards in every language, and command-line options kept
 * on one line, also a sentence's last number and the word before it.
 * @param {string} text */
export const rich = (text) =>
  text.replace(/ (?=\d+\.(?: |$))/g, "\u00a0").split(pieces).map((piece) =>
    SYMBOLS.includes(piece) ? h("span.glyph", { data: { seat: String(SYMBOLS.indexOf(piece)) } }, piece)
      : piece.startsWith("--") ? h("span.option-name", piece)
      : fixedWords.has(piece) ? fixed(piece) : document.createTextNode(piece));

const shownValues = new WeakMap();

/** Fill `element` with the result of `make`. The same thing has the focus afterwards, with the text typed into it.
 * @param {HTMLElement} element @param {() => any} make */
const refill = (element, make) =>
  keepFocus(element, () => element.replaceChildren(...[make()].flat(Infinity).filter(Boolean)));

/** Replace the content of `element`, and keep the focus as `refill` does.
 * @param {HTMLElement} element @param {any[]} kids */
export const redraw = (element, ...kids) => refill(element, () => kids);

/** Fill `element` with the result of `make`, but only if `value` has changed.
 * @template T @param {HTMLElement} element @param {T} value @param {(value: T) => any} make */
export function show(element, value, make) {
  const key = JSON.stringify(value) ?? "";
  if (shownValues.get(element) === key) return false;
  shownValues.set(element, key);
  refill(element, () => make(value)); // it may put the element with the focus somewhere else
  return true;
}

/** Return a button that `does` something; the focus finds it again by its `key`.
 * @param {string} key @param {(event: any) => void} does @param {string} [kind] its class */
export const button = (key, label, does, kind) => h("button", { class: kind, data: { key }, onclick: does }, label);

/** Return a switch. @param {Record<string, any>} props of its input @param {any[]} label */
export const toggle = (props, ...label) =>
  h("label.switch", h("input", { type: "checkbox", role: "switch", ...props }), h("span", label));

/** Show a list or a text in `element`, which is hidden while that is empty.
 * @template {any[] | string} T @param {HTMLElement} element @param {T} value @param {(value: T) => any} make */
export function showIfAny(element, value, make) {
  element.hidden = !value.length;
  show(element, value, make);
}

const data = (id) => JSON.parse(find(`#${id}`).textContent);

/** The data in the page's HTML: words, addresses and the first state. @type {Served} */
export const served = data("served");

// Letters of the direction in which the page is not written.
const LEFTWARD = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc";
const OTHER_WAY = document.dir === "rtl" ? new RegExp(`(?![${LEFTWARD}])\\p{L}`, "u") : new RegExp(`[${LEFTWARD}]`);

/** Return a text that does not move its neighbours in a sentence. @param {unknown} text */
const isolated = (text) =>
  OTHER_WAY.test(String(text)) && !String(text).includes("\u2068") ? `\u2068${text}\u2069` : String(text);

/** Return the text for `key` in the viewer's language. @param {string} key @param {Record<string, any>} params */
export function t(key, params = {}) {
  const words = served.words[key];
  if (words === undefined) console.error(`No words for ${key}`);
  return (words ?? key).replace(/%\((\w+)\)s/g, (_, name) => isolated(params[name] ?? ""));
}

/** Return the description of a special card, or an empty string. @param {string} card */
export const aboutCard = (card) => served.words[`card.about.${card}`] ?? "";

/** Return a list that describes the special cards among these. @param {CardName[]} cards */
function cardNotes(cards) {
  const special = new Map(cards.filter(({ card }) => aboutCard(card)).map(({ card, label }) => [card, label]));
  return special.size > 0
    && h("ul.about-cards", [...special].map(([card, label]) => h("li", h("b", label), " ", aboutCard(card))));
}

/** Return the same list, folded. @param {CardName[]} cards */
export function foldedCardNotes(cards) {
  const list = cardNotes(cards);
  return list && h("details.rules", h("summary", t("page.cards.special")), list);
}

/** The page's own language. A browser that translates the page changes the `lang` of its root. */
export const LANGUAGE = served.state?.locale ?? document.documentElement.lang;

const numbers = new Intl.NumberFormat(LANGUAGE.replace("_", "-"));

/** Return a number in the viewer's language, with a true minus sign. @param {number} value */
export const number = (value) => numbers.format(value).replace("-", "−");

// -- counters in front of a seat or on the table --

export const MANY = 6; // number of pips that fit next to a seat's mark on a phone; longer rows have smaller pips

/** Return counters: a pip for each possible one, or a number if there is no limit. @param {Token} token */
export const counter = (token) =>
  h("span.token", { role: "img", "aria-label": token.text, title: token.text,
    data: { shape: token.shape, many: (token.of ?? 0) > MANY && "yes" } }, token.of === null
    ? h("span.counter", number(token.count))
    : Array.from({ length: token.of }, (_, n) => h("span.pip", { data: { on: n < token.count && "yes" } })));

/** Return the address of a static file of this page's version. @param {string} path */
export const asset = (path) => new URL(`../${path}`, import.meta.url).pathname;

/** Load a style sheet that the first paint does not need; resolves when it is loaded.
 * @param {string} name @returns {Promise<unknown>} */
export const stylesheet = (name) => new Promise((here) => {
  // It may be a part of the page's own style. A script of the same name may be preloaded.
  if (document.querySelector(`link[rel="stylesheet"][href*="${name}"]`)) here(null);
  else document.head.append(h("link", { rel: "stylesheet", href: asset(`${name}.css`), onload: here, onerror: here }));
});

/** Return a symbol of icons.svg. @param {string} name */
export const icon = (name) => svg("svg", { class: "icon", "aria-hidden": "true" },
  name && svg("use", { href: `${asset("base/icons.svg")}#${name}` }));

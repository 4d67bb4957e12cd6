// Rewrite the styles for a browser that is older than they are: one without :has(), container queries or dvh, and
// Chromium 87 without :is(). `latestyles.js` loads this there only. Elements that such a browser cannot select are
// marked in the page instead: `data-old-3` is on the elements that meet the condition number 3.

/** The marked elements: the elements of a selector that meet a condition.
 * @type {{ kind: string, selector: string, meets: (element: Element) => boolean }[]} */
const conditions = [];
/** @type {Set<string>} */
const containers = new Set(); // selectors of containers, also of former ones
/** The size of each container. @type {WeakMap<Element, DOMRectReadOnly>} */
const sizes = new WeakMap();

const WITHIN = [1, 2, 3].reduce((within) => `(?:[^()]|\\(${within}\\))*`, "[^()]*"); // brackets
const PART = new RegExp(`(?:\\(${WITHIN}\\)|[^,(])+`, "g"); // of a list with commas
const COMPOUND = /(?:\[[^\]]*\]|:[\w-]+\([^()]*\)|[^\s>+~,()[\]])*$/; // the last one of a selector
const RULE = /([^{}]+)\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}/g;
const AS_ID = ":not(#has)"; // weighs as much as an id
const KNOWS_IS = CSS.supports("selector(:is(a))");

/** @param {string} list */
const split = (list) => (list.match(PART) ?? []).map((part) => part.trim());

/** Return the first `:name()` of a selector, and its content. @param {string} name @param {string} selector */
const firstOf = (name, selector) => selector.match(new RegExp(`:${name}\\((${WITHIN})\\)`)) ?? ["", ""];

/** Return a selector as several ones without :is() and lists in :not(). @param {string} selector @returns {string[]} */
function plain(selector) {
  const [is, list] = KNOWS_IS ? ["", ""] : firstOf("is", selector);
  const weight = (part) => (list.includes("#") && !part.includes("#") ? AS_ID : "");
  if (is) return split(list).flatMap((part) => plain(selector.replace(is, part + weight(part))));
  return [selector.replace(new RegExp(`:not\\((${WITHIN})\\)`, "g"), (_, not) => `:not(${split(not).join("):not(")})`)];
}

/** Return the selector of a new mark.
 * @param {string} kind @param {string} selector @param {(element: Element) => boolean} meets */
const mark = (kind, selector, meets) => `[data-old-${conditions.push({ kind, selector, meets }) - 1}]`;

/** Replace each :has() by a mark. @param {string} selector @returns {string} */
function withoutHas(selector) {
  const at = selector.lastIndexOf(":has("), before = selector.slice(0, at);
  if (at < 0) return selector;
  const [has, list] = firstOf("has", selector.slice(at)), inside = split(list).flatMap(plain);
  const of = before.replace(/:(?:not|is)\($/, "").match(COMPOUND)?.[0].replace(/:has\([^()]*\)/g, "") || "*";
  const marked = mark("has", plain(of).join(), (element) => {
    const within = element.parentElement;
    const self = within ? `:scope > :nth-child(${[...within.children].indexOf(element) + 1})` : ":root";
    return (within ?? document).querySelector(inside.map((part) => `${self} ${part}`).join()) !== null;
  });
  const weight = list.includes("#") && !before.endsWith("(") ? AS_ID : "";
  return withoutHas(before + marked + weight + selector.slice(at + has.length));
}

/** Whether an element's container meets a query such as `felt (max-height: 26rem)`.
 * @param {string} query @param {Element} element */
function inContainer(query, element) {
  const [, most, of, value] = query.match(/\((min|max)-([\w-]+): ([^)]*)\)/) ?? [];
  const container = element.parentElement?.closest(`[data-container~="${of === "width" ? "layout" : "size"}"]`);
  if (!container) return false;
  const { width, height } = /** @type {DOMRect} */ (sizes.get(container));
  const { fontSize } = getComputedStyle(value.endsWith("rem") ? document.documentElement : container);
  const [number, divisor] = value.split("/").map(parseFloat);
  const limit = divisor ? number / divisor : value.endsWith("px") ? number : number * parseFloat(fontSize);
  const is = divisor ? width / height : of === "width" ? width : height;
  return most === "max" ? is <= limit : is >= limit;
}

/** Return the rules of a style, each with one selector that this browser knows, unless no old one does.
 * @param {string} text @param {string} [query] @returns {string[]} */
const rewritten = (text, query = "") => [...text.matchAll(RULE)].flatMap(([, head, body]) => {
  if (/@(?:media|supports)/.test(head)) return `${head} { ${rewritten(body, query).join(" ")} }`;
  if (head.includes("@container")) return rewritten(body, head);
  if (head.includes("@")) return `${head} { ${body} }`;
  return split(head).map(withoutHas).flatMap(plain).map((part) => {
    const selector = part.replace(/::[\w-]+$/, ""), pseudo = part.slice(selector.length);
    if (body.includes("contain: ")) containers.add(selector);
    const marked = query && mark("query", selector, (element) => inContainer(query, element));
    return `${selector}${marked}${pseudo} { ${body} }`;
  });
});

/** @param {HTMLLinkElement} link a style that is loaded */
async function rewrite({ href, sheet }) {
  if (!sheet) return;
  const text = (await (await fetch(href)).text())
    .replace(/([\d.]+)cq([wh])/g, "calc($1 * var(--cq$2, 1v$2))").replace(/([\d.])dvh/g, "$1vh")
    .replace(/container(?:-type)?: [^;}]*?(inline-size|size|normal)/g, (_, type) =>
      `contain: ${{ "inline-size": "layout", "size": "size layout" }[type] ?? "none"}`);
  while (sheet.cssRules.length) sheet.deleteRule(0);
  for (const rule of rewritten(text)) {
    try { sheet.insertRule(rule, sheet.cssRules.length); } catch { continue; } // another browser's own selector
  }
  markPage();
  dispatchEvent(new Event("resize")); // what measures the page measures it again
}

/** Put the marks of a kind onto the elements that meet their conditions. @param {string} kind */
function put(kind) {
  for (const [n, condition] of conditions.entries()) {
    if (condition.kind !== kind) continue;
    for (const element of document.querySelectorAll(condition.selector))
      element.toggleAttribute(`data-old-${n}`, condition.meets(element));
  }
}

function markPage() {
  due = 0;
  put("has");
  const elements = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll([...containers].join() || "br"));
  for (const element of elements) {
    const { contain } = getComputedStyle(element), size = sizes.get(element) ?? element.getBoundingClientRect();
    element.dataset.container = contain;
    element.style.setProperty("--cqw", contain.includes("layout") ? `${size.width / 100}px` : "");
    element.style.setProperty("--cqh", contain.includes("size") ? `${size.height / 100}px` : "");
    if (!sizes.has(element)) resizes.observe(element);
    sizes.set(element, size);
  }
  put("query");
  changes.takeRecords(); // of these marks
}

let due = 0; // the next frame, before which the page is marked
const markSoon = () => { due ||= requestAnimationFrame(markPage); };
const resizes = new ResizeObserver((all) => {
  for (const { target, contentRect } of all) sizes.set(target, contentRect);
  markSoon();
});
const changes = new MutationObserver((all) => {
  if (all.some(({ attributeName }) => attributeName !== "style")) markSoon();
});
changes.observe(document, { subtree: true, childList: true, attributes: true });
for (const kind of ["change", "focusin", "focusout"]) document.addEventListener(kind, markSoon);
document.addEventListener("load", ({ target }) => { if (target instanceof HTMLLinkElement) rewrite(target); }, true);
for (const link of document.querySelectorAll("link")) rewrite(link);

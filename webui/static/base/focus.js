// Keep the focus when the page is redrawn. If its element is gone, disabled or hidden, the focus goes to the next
// element, or to the heading of the new question, which a screen reader then reads. All pages load this script.

const CHANGES = ["hidden", "open", "disabled", "inert", "class", "style"];
const HEADINGS = "[data-asks], h2, h3, h1";
const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";
const TYPED = "input:not([type]), input[type=text]";
const REGION = "section, dialog, form, main, .groups";
// What is due now: a gold button, first of a dialog, or else lit cards and places.
const DUE = [
  "dialog[open] button.main",
  "button.main",
  [".placed", ".stack", ".pile"].map((lies) => `${lies}[data-next]:not([data-next=no])`)
    .concat(".fit", "button.open", "button.target", ".hand[data-lays=yes]", ".held[data-lays=yes]").join(),
];

/** The focus: its element, the element's identity, its ancestors, nearest first, whether its ring shows, and the focus
 * before its dialog opened.
 * @typedef {{ element: any, who: string, within: Element[], visible: boolean, from: Held | null }} Held */

/** @type {Held | null} */
let held = null;

/** Return an element's identity, which it keeps as another node; "" if nothing tells. */
function identity(element) {
  const { key, card, seat = element.closest("[data-seat]")?.dataset.seat } = element.dataset;
  const name = key ?? card
    ?? (element.id || element.name || element.getAttribute("href") || element.getAttribute("aria-label"));
  return name ? [name, seat ?? "", element.type === "radio" ? element.value : ""].join("\n") : "";
}

const canHold = (element) =>
  element.isConnected && !element.disabled && element.getClientRects().length > 0
  && getComputedStyle(element).visibility === "visible"
  && !element.closest("[inert], details:not([open]) > :not(summary)");

/** Focus an element, even if Tab does not reach it. A page used by hand does not scroll to it.
 * @param {HTMLElement} element @param {boolean} [byKey] */
export function focusOn(element, byKey = true) {
  if (element.tabIndex < 0 && !element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.focus({ preventScroll: !byKey });
}

/** Return the heading of a question on a part of the page. @param {Element} part @returns {HTMLElement | undefined} */
const headingOf = (part) =>
  [.../** @type {NodeListOf<HTMLElement>} */ (part.querySelectorAll(HEADINGS))].find((heading) =>
    canHold(heading) && heading.textContent?.trim()
  );

/** Return the element within `part` that stands for the same thing.
 * @param {string} who @param {Element} part @returns {any} */
const sameWithin = (who, part) =>
  who && [...part.querySelectorAll(FOCUSABLE)].find((element) => identity(element) === who && canHold(element));

/** Give the focus, and any typed text, to the element that replaced the focused one.
 * @param {Held} lost */
function replace({ element, visible }, next) {
  focusOn(next, visible);
  if (next === element || !element.matches(TYPED) || !next.matches(TYPED)) return;
  next.value = element.value;
  next.setSelectionRange(element.selectionStart, element.selectionEnd);
}

/** Return the heading of the page's question. @returns {HTMLElement | undefined} */
const question = () => [...document.querySelectorAll("dialog[open], #focus, #now, main")].map(headingOf).find(Boolean);

/** Return the element next to an element that is disabled now. @returns {any} */
function neighbour(element) {
  const row = element.isConnected && element.parentElement
    ? [...element.parentElement.querySelectorAll(FOCUSABLE)]
    : [];
  const at = row.indexOf(element);
  return row.slice(at).find(canHold) ?? row.slice(0, Math.max(0, at)).reverse().find(canHold);
}

/** Return what can have the focus now. @param {string} css @param {ParentNode} [part] @returns {HTMLElement[]} */
const focusable = (css, part = document) =>
  [.../** @type {NodeListOf<HTMLElement>} */ (part.querySelectorAll(css))].filter(canHold);

let led = ""; // what Tab led to last, until the person does something

/** Let the first Tab lead to what is due, from anywhere but a form to fill in. The next one goes on from there.
 * @param {KeyboardEvent} event */
function leadToDue(event) {
  const { activeElement: now, body } = document;
  if (event.key !== "Tab") {
    if (!now?.closest("details")) led = ""; // else Tab goes on to what it opens
    return;
  }
  if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
  const part = now?.closest("dialog") ?? document;
  const due = DUE.map((css) => focusable(css, part)).find((found) => found.length) ?? [];
  const what = [body.dataset.seq, ...due.map(identity)].join("\n");
  const stays = what === led || due.some((element) => element === now);
  led = what;
  if (!due.length || stays || due[0].closest("form, dialog")?.querySelector("input, select, textarea")) return;
  event.preventDefault();
  focusOn(due[0]);
}
addEventListener("keydown", leadToDue);

/** Give the focus back to the same thing, to the next one in its row, from a main button to the next main one, or else
 * to the new question.
 * @param {Held} lost */
function restore(lost) {
  const closed = lost.within.find((part) => part instanceof HTMLDialogElement && !part.open);
  if (closed && lost.from) { restore(lost.from); return; }
  const parts = lost.within.filter((part) => part.isConnected && canHold(part));
  const same = parts.map((part) => sameWithin(lost.who, part)).find(Boolean);
  const region = parts.find((part) => part.matches(REGION));
  const gold = lost.element.matches(".main") && focusable("button.main")[0];
  const next = same || neighbour(lost.element) || gold || (region && headingOf(region)) || question();
  if (next) replace(lost, next);
}

/** Change `element`, which may have the focus. The same thing has it afterwards, if it is still there; or else what
 * `next` returns.
 * @param {HTMLElement} element @param {() => void} change @param {() => HTMLElement | null | undefined} [next] */
export function keepFocus(element, change, next = () => null) {
  const was =
    held && held.element === document.activeElement && element !== held.element && element.contains(held.element)
      ? held
      : null;
  change();
  if (!was || (document.activeElement === was.element && canHold(was.element))) return;
  const same = was.element.isConnected ? was.element : sameWithin(was.who, element);
  const heir = same && canHold(same) ? same : next();
  if (heir) replace(was, heir);
}

/** Look whether the focus was lost by a change of the page. */
function check() {
  if (!held) return;
  const { activeElement: now } = document;
  if (now && now !== document.body && now !== held.element) return; // it was moved on purpose
  const lost = held;
  if (canHold(held.element)) {
    if (now === document.body) held = null; // the person left it
    return;
  }
  held = null;
  restore(lost);
}

addEventListener("focusin", ({ target }) => {
  if (!(target instanceof HTMLElement) || target === document.body) return;
  const within = [];
  for (let part = target.parentElement; part; part = part.parentElement) within.push(part);
  const dialog = target.closest("dialog");
  const from = held && dialog ? (held.within.includes(dialog) ? held.from : held) : null;
  held = { element: target, who: identity(target), within, visible: target.matches(":focus-visible"), from };
}, true);
addEventListener("pointerdown", () => {
  if (held) held.visible = false;
}, true);
new MutationObserver(check).observe(document, { subtree: true, childList: true, attributes: true,
  attributeFilter: CHANGES });

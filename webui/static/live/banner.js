// A banner over the whole screen for a second or two. A newer one replaces it; a tap or a key skips it.

import { h, number, rich, served, stylesheet } from "../base/dom.js";
import { swallow } from "../base/taps.js";
import { seatMark } from "../match/board.js";
import { settings } from "../device/sound.js";

const ACT_MS = 1500;
const LONGEST_MS = 1900; // longest act with cards that turn over one by one
const FIRST_MS = 200; // until the first card turns
const TURN_MS = 200; // from one card to the next; shorter if there are many
const READ_MS = 750; // the total stays visible at least this long
const LIFT_MS = 400; // a press that leads to no click ends after this time
const SHORT_WORD = 4;
const LONG_LINE = 40; // letters

/** Keys that activate or move the focus: they skip a banner and do nothing else. Other keys also type. */
const PRESSES = new Set(["Enter", " ", "Escape", "Tab", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "PageUp",
  "PageDown", "Home", "End"]);
const ALONE = new Set(["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock"]);

let state = served.state; // the newest state
let seen = state.seq ?? 0; // all entries up to this one were shown or are not news
/** @type {{ seq: number, element: any, end: () => void } | null} */
let current = null;

stylesheet("live/banner");

// -- drawing --

/** @param {number} seat */
const seatOf = (seat) => state.seats[seat] ?? state.everybody[seat];

/** @param {number} seat @param {string} [under] */
const playerBadge = (seat, under = "") =>
  seatOf(seat)
  && h("div.doer", { data: { seat } }, seatMark(seatOf(seat)), h("span.name", { translate: "no" }, seatOf(seat).name),
    under && h("b.under", { vars: { letters: letters(under) } }, under));

/** Return the width of words in letters: the longest word, or half of the text. @param {string} words */
const letters = (words) =>
  Math.max(SHORT_WORD, ...words.split(" ").map((word) => [...word].length), Math.ceil([...words].length / 2));

/** Return the time from card to card. @param {BannerAct} act */
const turnMs = ({ cards, sums }) =>
  Math.min(TURN_MS, (LONGEST_MS - FIRST_MS - READ_MS) / Math.max(1, cards.length, sums.length));

/** Return the time until all cards have turned over. @param {BannerAct} act */
const allTurnedMs = (act) =>
  (act.cards.length ? FIRST_MS + turnMs(act) * Math.max(act.cards.length, act.sums.length) : 0);

/** Return the length of an act in milliseconds. @param {BannerAct} act */
const actMs = (act) => Math.min(LONGEST_MS, Math.max(ACT_MS, allTurnedMs(act) + READ_MS));

/** @param {number} seat */
const nameLength = (seat) => [...(seatOf(seat)?.name ?? "")].length;

/** Return the letters of the names next to each other. @param {BannerAct} act */
const nameLengths = ({ who, whom }) => Math.max(0, ...who.map(nameLength)) + (whom === null ? 0 : nameLength(whom));

/** @param {CardFace} card @param {number} n */
const face = ({ label, picture }, n) => h("div.face", { vars: { n } }, picture
  ? h("img", { src: picture, alt: "", draggable: "false" }) : h("span.up", { translate: "no" }, label));

/** @param {BannerAct} act */
function drawAct(act) {
  const [who = null] = act.who;
  const many = act.cards.length;
  const counts = act.sums.length > 0;
  return h("div.felt.act", {
    data: { kind: act.kind, seat: act.who.length > 1 ? null : who, whom: act.whom, counts: counts && "yes",
      long: act.line.length > LONG_LINE && "yes" },
    vars: { letters: letters(act.words), all: [...act.words].length, names: nameLengths(act), first: `${FIRST_MS}ms`,
      pace: `${turnMs(act)}ms`, turned: `${allTurnedMs(act)}ms` },
  }, act.kind === "clash" && act.whom !== null && h("i.against", { data: { seat: act.whom } }),
    h("div.doers", act.who.map((player) => playerBadge(player)),
      act.whom !== null && [h("span.at", "➜"), playerBadge(act.whom, act.under)]),
    many > 0 && h("div.faces", act.cards.map(face)), h("div.words",
      counts && act.sums.map((sum, n) => h("span.sum", { vars: { n } }, number(sum))),
      h("p.large", act.words)), act.line && h("p.line", rich(act.line)));
}

// -- timing --

/** Show the acts of a banner one after the other. @param {PageBanner} moment */
function showActs({ seq, acts }) {
  current?.end();
  // Hidden from screen readers, which read the page's own line. The focus does not move.
  const element = h("div", { id: "moment", class: down && "through", popover: "manual", "aria-hidden": "true" });
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  const end = () => {
    clearTimeout(timer);
    element.remove();
    if (current?.element === element) current = null;
  };
  /** @param {number} at */
  const go = (at) => {
    if (at < acts.length) {
      element.replaceChildren(drawAct(acts[at]));
      timer = setTimeout(go, actMs(acts[at]), at + 1);
    } else if (!pressed) end();
  };
  // Outside a modal dialog, everything is inert.
  (document.querySelector("#confirm[open]") ?? document.body).append(element);
  current = { seq, element, end };
  go(0);
  element.showPopover?.(); // above every dialog
}

// -- skipping --

let down = false; // a press began before the banner, which does not stop it
let pressed = false; // a press began on a banner; it does nothing else, however long it takes
/** @type {ReturnType<typeof setTimeout>} */
let lifting;

function endPress() {
  clearTimeout(lifting);
  pressed = false;
  current?.end();
}

const on = (kind, heard) => addEventListener(kind, heard, true);
const isOver = ({ target }) => current !== null && target instanceof Node && current.element.contains(target);

on("pointerdown", (event) => {
  pressed = isOver(event);
  down = !pressed;
  if (pressed) event.stopImmediatePropagation();
});
for (const kind of ["pointerup", "pointercancel"]) {
  on(kind, (event) => {
    down = false;
    current?.element.classList.remove("through");
    if (!pressed) return;
    event.stopImmediatePropagation();
    clearTimeout(lifting);
    lifting = setTimeout(endPress, LIFT_MS); // if no click follows
  });
}
for (const kind of ["mousedown", "mouseup", "contextmenu"])
  on(kind, (event) => {
    if (pressed || isOver(event)) swallow(event);
  });
on("click", (event) => {
  if (pressed || isOver(event)) {
    swallow(event);
    endPress();
  }
});

/** Whether a key goes into a text field. @param {KeyboardEvent} event */
const isTyping = ({ target, key }) =>
  target instanceof Element && target.matches("input, textarea, select") && !["Enter", "Escape", "Tab"].includes(key);

on("keydown", (event) => {
  const { key } = event;
  if (!current || event.repeat || ALONE.has(key) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (PRESSES.has(key) && !isTyping(event)) {
    swallow(event);
    const lifted = (up) => { if (up.key === key) { swallow(up); removeEventListener("keyup", lifted, true); } };
    on("keyup", lifted); // some browsers press the focused button when the key is released
  }
  current.end();
});
document.addEventListener("visibilitychange", () => current?.end());

/** Show the newest banner once. It is not new if the page loaded with it, if it was `missed` without a connection, or
 * if the page was hidden. A banner disappears when its move is undone.
 * @param {PageState} of @param {boolean} missed */
export function showBanner(of, missed) {
  const before = seen;
  state = of;
  seen = missed ? of.seq ?? 0 : Math.max(seen, of.seq ?? 0);
  const { moment } = of;
  if (current && current.seq !== moment?.seq) current.end();
  if (moment && moment.seq > before && !missed && settings.moments && document.visibilityState === "visible")
    showActs(moment);
}

// The drawing of the table, the same for big screens and phones: its panels, as large as there is room.

import { h, rich, show, t } from "../base/dom.js";
import { drawPanel, misplacedList } from "./panel.js";

const GAP_PX = 8; // between panels
const MOST_TABS = 7; // number of tabs side by side on a phone
const NEARLY = 0.85; // if the scale shrinks no further than this, the shared area appears next to a seat's part
const LEAST_PX = 38; // width of a card; narrower ones would be hard to read
const SHARED = 0.7; // the same for the rest of the shared area
const ROOMY_PX = 48; // cards and cells this wide are large enough for a finger, so the whole table is shown
const FINGER_PX = 48; // width of a card on the part of a seat on a phone; a wider part is swiped
const LARGEST_PX = 2.6; // pixels for a millimetre: a 63 mm card is then as wide as a hand
const ASIDE = 0.6; // on a big screen, share of the scale at which the shared area is drawn beside the seats' parts
const STAGE_PX = 1600; // a wider page is looked at from far away, and its cards may be larger

/** Return all ways to split a row into rows, each as a list of lengths. @param {number} many @returns {number[][]} */
function rowSplits(many) {
  if (many === 0) return [[]];
  const firsts = Array.from({ length: many }, (_, n) => n + 1);
  return firsts.flatMap((first) => rowSplits(many - first).map((rest) => [first, ...rest]));
}

/** @param {number[]} all */
const sum = (all) => all.reduce((total, length) => total + length, 0);

/** Find the arrangement of panels with the largest cards: panels in each row and their order, pixels per millimetre,
 * and the height it needs.
 * @param {TablePanel[]} panels @param {number} wide @param {number} high @param {number} above a panel, for its name
 * @param {(panel: TablePanel) => number} [scaleOf] */
function bestLayout(panels, wide, high, above, scaleOf = () => 1) {
  const width = (panel) => panel.width * scaleOf(panel), height = (panel) => panel.height * scaleOf(panel);
  let best = { rows: [panels.length], all: panels, mm: 0, widest: 0, needs: 0 };
  const byWidth = [...panels].sort((panel, other) => width(panel) - width(other)); // narrow ones may share a row
  for (const all of [panels, byWidth]) for (const rows of rowSplits(all.length)) {
    const cut = rows.map((many, n) => all.slice(sum(rows.slice(0, n)), sum(rows.slice(0, n)) + many));
    const widest = Math.min(...cut.map((row) => (wide - GAP_PX * (row.length - 1)) / sum(row.map(width))));
    const tall = sum(cut.map((row) => Math.max(...row.map(height)))),
      between = GAP_PX * (rows.length - 1) + above * rows.length;
    const most = Math.min((high - between) / tall, innerWidth < STAGE_PX ? LARGEST_PX : Infinity);
    const mm = Math.min(widest, most);
    if (mm > best.mm || (mm === best.mm && widest > best.widest)) // of rows as high, those of the same length
      best = { rows, all, mm, widest, needs: tall * mm + between };
  }
  return best;
}

/** Whether a box lies in a panel. @param {TablePanel} panel @param {TableBox} box */
const contains = (panel, box) =>
  box.x >= panel.x - 1 && box.y >= panel.y - 1 && box.x + box.width <= panel.x + panel.width + 1
  && box.y + box.height <= panel.y + panel.height + 1;

/** Return the part to show first. That is the part with the cards to choose from, or where this player, or anyone,
 * must act; if there is none, the player's own part, and then the part of the seat whose turn it is. The shared part
 * shows only the panels where something is due.
 * @param {TableDrawing} table @param {PageState} state @param {import("./panel.js").TapTarget[]} taps
 * @returns {TablePart} */
function firstPart(table, state, taps) {
  const own = table.parts.find((part) => state.you !== null && part.seat === state.you);
  const glows = table.glows.filter((glow) =>
    state.you !== null && (glow.forAll || glow.seat === state.you || glow.seat === null)).map(({ box }) => box);
  const choices = taps.filter(({ chooses }) => chooses).map(({ box }) =>
    ({ ...box, x: box.x - box.width / 2, y: box.y - box.height / 2 }));
  const due = choices.length ? choices : glows;
  const has = (part) => due.length > 0 && due.every((box) => part.panels.some((panel) => contains(panel, box)));
  if (own && has(own)) return own;
  const first = table.parts.find(has);
  if (first) return { ...first, panels: first.panels.filter((panel) => due.some((box) => contains(panel, box))) };
  return own ?? table.parts.find((part) => part.seat === state.focus.seat) ?? table.whole;
}

/** Draw the table in `element`. A phone shows it in parts if cards would be too small, with a strip of buttons to
 * switch. `targets` returns where a tap does something.
 * @typedef {(table: TableDrawing, state: PageState) => import("./panel.js").TapTarget[]} Targets
 * @param {HTMLElement} element @param {{ parts?: boolean, targets?: Targets }} [how] */
export function drawing(element, { parts = false, targets = () => [] } = {}) {
  const strip = h("div.tabs", { role: "group", "aria-label": t("page.mats") });
  const panels = h("div.panels");
  const wrong = misplacedList(), texts = h("ul.unseen");
  const legend = h("p.legend.facts", { "aria-hidden": "true", hidden: true }); // the labels without a place
  element.replaceChildren(strip, panels, legend, wrong.element, texts);
  element.classList.add("drawing");
  /** @type {TableDrawing | null} */
  let table = null;
  /** @type {PageState} */
  let state;
  let opened = ""; // the part that the viewer opened; if empty, the drawing follows the action
  let cut = ""; // identifies the panels that are drawn now
  /** @type {ReturnType<typeof drawPanel>[]} */
  let sheets = [];
  /** Return the parts that have a button. The whole table has one too if there is room. */
  const tabParts = () => {
    if (!parts || !table?.parts.length) return [];
    return table.parts.length < MOST_TABS ? [...table.parts, table.whole] : table.parts;
  };
  /** @returns {TablePart} */
  const currentPart = () => {
    const shown = /** @type {TableDrawing} */ (table);
    const part = tabParts().find(({ key }) => key === opened);
    if (!part) opened = "";
    return part ?? (tabParts().length && !wholeFits() ? firstPart(shown, state, targets(shown, state)) : shown.whole);
  };
  /** Whether the whole table fits with cards large enough to read. */
  const wholeFits = () => {
    const { whole, lying, free } = /** @type {TableDrawing} */ (table);
    return bestLayout(whole.panels, panels.clientWidth, panels.clientHeight, 0).mm
        * Math.min(...[...lying, ...free].map(({ width }) => width)) >= ROOMY_PX;
  };
  /** Return the scale of a panel, as a share of that of the seats' parts. @param {TablePanel} panel */
  const scaleOf = ({ seat }) => (!parts && seat === null && hasCaptions(table?.whole.panels ?? []) ? ASIDE : 1);
  const hasCaptions = (all) => new Set(all.map(({ seat }) => seat).filter((seat) => seat !== null)).size > 1;
  /** Return the panels to show and their arrangement. The rest of the shared area is shown if there is room. */
  function chooseLayout() {
    const now = currentPart(), shared = table?.parts.find((part) => part.key === "shared");
    const title = panels.querySelector("[data-seat] > figcaption");
    const name = hasCaptions(now.panels) ? title?.getBoundingClientRect().height ?? 24 : 0;
    const how = (all) => ({ ...bestLayout(all, panels.clientWidth, panels.clientHeight, name, scaleOf),
      needs: bestLayout(all, panels.clientWidth, Infinity, name, scaleOf).needs });
    const alone = how(now.panels), card = Math.max(...(table?.lying.map(({ width }) => width) ?? []), 1);
    if (now.seat !== null && now.panels.length === 1 && alone.mm < FINGER_PX / card)
      return { ...alone, mm: FINGER_PX / card, needs: now.panels[0].height * FINGER_PX / card };
    if (!shared || now.key === "whole") return alone;
    const both = how(now.seat === null ? shared.panels : [...now.panels, ...shared.panels]);
    // The same for both arrangements, so that the choice does not flip back and forth.
    const needs = Math.max(alone.needs, both.needs);
    const least = now.seat === null ? Math.max(SHARED * alone.mm, LEAST_PX / card) : NEARLY * alone.mm;
    return both.mm >= least ? { ...both, needs } : { ...alone, needs };
  }
  new ResizeObserver(() => redraw()).observe(panels);

  /** Open a part. The part that would be shown anyway keeps following the action. @param {string} key */
  function open(key) {
    opened = table && firstPart(table, state, targets(table, state)).key === key ? "" : key;
    redraw();
  }

  function drawStrip(now) {
    const all = tabParts();
    strip.hidden = !all.length;
    show(strip, [all.map(({ key, seat }) => [key, state.everybody[seat ?? -1]?.label]), now.key], () =>
      all.map(({ key, seat: of }) => {
        const seat = of === null ? null : state.everybody[of];
        return h("button.tab", { data: { seat: of, key: `open.${key}` },
          "aria-label": seat && t("page.look", { seat: seat.label }), "aria-pressed": String(key === now.key),
          onclick: () => open(key) }, seat ? seat.symbol
          : t(key === "shared" ? "page.drawing.shared" : "page.drawing.whole"));
      }));
  }

  /** Draw everything at the size that there is now. @param {boolean} isNew whether the state is new */
  function redraw(isNew = false) {
    if (!table) return;
    const shown = table, now = currentPart();
    drawStrip(now);
    if (!panels.clientWidth) return;
    const { all, rows, mm, needs } = chooseLayout();
    const isLong = all.length === 1 && mm * scaleOf(all[0]) * all[0].width > panels.clientWidth + 1;
    panels.dataset.long = isLong ? "yes" : "no";
    if (isLong) panels.tabIndex = 0; // so that keys move it
    else panels.removeAttribute("tabindex");
    element.style.setProperty("--needs", `${Math.ceil(needs)}px`);
    const named = hasCaptions(all);
    const next = JSON.stringify([all, rows, shown.mat, shown.quarters, named && state.everybody]);
    if (next !== cut) {
      cut = next;
      sheets = all.map((panel) => drawPanel(panel, shown));
      const figures = all.map((panel, n) => h("figure.cut", { data: { seat: panel.seat, part: now.key } },
          named && h("figcaption", panel.seat === null ? ""
            : rich(`${state.everybody[panel.seat].symbol} ${state.everybody[panel.seat].name}`)), sheets[n].element)
      );
      panels.replaceChildren(...rows.map((many) => h("div.shelf", figures.splice(0, many))));
    }
    sheets.forEach((sheet, n) => sheet.element.style.setProperty("--mm", `${mm * scaleOf(all[n])}px`));
    const taps = targets(shown, state);
    const left = sheets.flatMap((sheet) => sheet.draw(shown, state, taps));
    const here = isLong && isNew ? taps.filter(({ box }) => contains(all[0], { ...box, width: 0, height: 0 })) : [];
    if (here.length) // the middle of all that a tap may choose
      panels.scrollLeft = (sum(here.map(({ box }) => box.x)) / here.length - all[0].x) * mm - panels.clientWidth / 2;
    legend.hidden = !left.length && (isNew || legend.hidden); // its own height must not make it come and go
    show(legend, left.map(({ key, of }) => [key, of]), () => left.map((note) => h("span", note.left?.())));
    wrong.draw(shown, state);
    show(texts, shown.texts, (texts) => texts.map((text) => h("li", rich(text))));
  }

  return {
    /** @param {PageState} newState @param {TableDrawing | null} [of] a drawing to show instead of its table */
    draw(newState, of = newState.table) {
      state = newState;
      table = of;
      element.hidden = !table;
      redraw(true);
    },
    redraw,
  };
}

// The drawing of the table, the same for big screens, phones and the virtual table.

import { MANY, counter, h, rich, svg, t } from "../base/dom.js";

const GAP_PX = 8; // between panels
const LEAST_PX = 38; // smallest width of a card on a phone; a wider table scrolls
const MOST_TABS = 7; // number of tabs side by side on a phone
const NEARLY = 0.85; // if the scale shrinks no further than this, the shared area appears next to a seat's part
const ROOMY_PX = 42; // cards this wide are large enough to show the whole table on a tablet
const LARGEST_PX = 2.6; // pixels for a millimetre: a 63 mm card is then as wide as a hand
const NAMED_PX = 64; // narrower cards carry only the seat's symbol
const NAMES_MM_PX = 0.7; // pixels for a millimetre: below this, places' names have no room
const STACK_MM = 1.3; // offset of the cards in a pile
const LAYERS = ["glow", "gone", "free", "lies", "outline", "ring", "amiss"];
const TURNS = [() => "", (w, hi) => `matrix(0 1 -1 0 ${hi} 0)`, (w, hi) => `matrix(-1 0 0 -1 ${w} ${hi})`, (w) => `matrix(0 -1 1 0 0 ${w})`];

let serial = 0; // for unique ids within a page

/** Return an SVG rectangle centred on a thing, enlarged by `more`. @param {any} one @param {number} [more] */
const centredRect = ({ x, y, width, height }, more = 0) => ({
  x: x - width / 2 - more, y: y - height / 2 - more, width: width + 2 * more, height: height + 2 * more, rx: width * 0.06 + more,
});

/** Return a card's picture, or its name if the picture is missing or fails. @param {any} one @param {string} back @param {string} clip */
function face(one, back, clip) {
  const { width, height, x, y } = centredRect(one);
  const named = () => svg("g", { class: one.card ? "named" : "down" }, svg("rect", centredRect(one)),
    one.card && svg("text", { x: one.x, y: one.y, dy: "0.35em", "font-size": Math.min(width / 4, (width * 1.5) / one.label.length) }, one.label));
  const picture = one.card ? one.picture : back;
  if (!picture) return named();
  const image = svg("image", { href: picture, x, y, width, height, preserveAspectRatio: "none", "clip-path": `url(#${clip})` });
  image.addEventListener("error", () => image.replaceWith(named()));
  return image;
}

/** @typedef {{ key: string, of: string, make: () => any, after?: (node: any) => void }} Kept what is drawn under a key, made of what */
/** @typedef {Kept & { layer: string, box: any }} Thing */

/** Return everything drawn inside the SVG, by layers. @param {TableDrawing} table @param {string} clip @returns {Thing[]} */
function drawnItems(table, clip) {
  const { back, lying, gone, outlines, glows, free, amiss } = table;
  const rect = (name, one, more = 0, data = {}) => svg("rect", { class: name, ...centredRect(one, more), ...data });
  const within = (box) => ({ ...box, x: box.x + box.width / 2, y: box.y + box.height / 2 });
  /** @returns {Thing} */
  const thing = (layer, key, box, value, make) => ({ layer, key: `${layer} ${key}`, box, of: JSON.stringify([value, box]), make });
  return [
    ...glows.map((one) => thing("glow", `${one.zone} ${one.box.x} ${one.box.y}`, within(one.box), one.seat, () => rect("glow", within(one.box), -3, { "data-zone": one.zone, "data-seat": one.seat, "data-all": one.forAll ? "yes" : null }))),
    ...gone.map((one, n) => thing("gone", n, within(one), 0, () => rect("gone", within(one)))),
    ...free.map((one) => thing("free", `${one.x} ${one.y}`, one, 0, () => svg("g", { class: "free" }, rect("cell", one), one.picture && face(one, "", clip)))),
    ...lying.map(({ fresh: _, edge: __, seat: ___, lies, ...one }) => ({ ...thing("lies", one.key, one, back, () =>
      svg("g", { class: "lies", "data-kind": one.kind, "data-zone": one.zone, "data-card": one.card || null },
        one.kind === "pile" && one.count !== 0 && [2, 1].map((n) => rect("under", { ...one, x: one.x + n * STACK_MM, y: one.y + n * STACK_MM })),
        one.count === 0 ? rect("gone", one) : face(one, back, clip))), after: (node) => { node.dataset.lies = lies; } })),
    ...outlines.map((one) => thing("outline", one.path, null, one.whole, () => svg("g", {}, svg("path", { class: "rim", d: one.path }), svg("path", { class: "outline", d: one.path, "data-whole": one.whole ? "yes" : null })))),
    ...lying.filter((one) => one.edge !== null).map((one) => thing("ring", one.key, one, "", () => rect("edge", one, 2.5, { "data-seat": one.edge }))),
    ...lying.filter((one) => one.fresh).map((one) => thing("ring", `${one.key} fresh`, one, "", () => rect("fresh", one, one.edge === null ? 3 : 6))),
    ...amiss.filter((one) => one.spot).map((one, n) => {
      const at = { ...one, ...one.spot };
      return thing("amiss", n, at, back, () => svg("g", { class: "amiss", "data-card": one.card || null }, face(at, back, clip), rect("edge", at, 2.5)));
    }),
  ];
}

/** Return a seat's symbol for a card, a pile or a place. @param {PageState} state @param {number} seat @param {any[]} more */
const tag = (state, seat, ...more) => h("span", { class: "tag", translate: "no", data: { seat } }, state.everybody[seat]?.symbol, more);

/** Return the tokens to show: those with a count or a maximum, except very long rows. If none is left, return the first kind. @param {Token[]} tokens */
const visibleTokens = (tokens) => {
  const few = tokens.filter((one) => (one.of ?? 0) <= MANY), found = few.filter((one) => one.count > 0 || one.of !== null);
  return found.length ? found : few.slice(0, 1);
};

/** Return the notes over the drawing: symbols, counts, pieces and words. Their letters keep their size at every scale. @param {TableDrawing} table @param {PageState} state */
function writtenItems(table, state) {
  const names = state.seats.map((seat) => seat.name);
  const note = (kind, key, x, y, value, make, room = 0) => ({ key: `${kind} ${key}`, x, y, of: JSON.stringify([x, y, room, value]), make: () => h("div", { class: `note ${kind}`, translate: kind === "name" ? "no" : null, vars: { x, y, room } }, make()) });
  return [
    ...table.names.map((one) => note("name", `${one.x} ${one.y}`, one.x, one.y, one.text, () => one.text, one.room)),
    ...table.glows.filter((one) => one.seat !== null || one.count > 1).map((one) => note("due", `${one.zone} ${one.box.x} ${one.box.y}`, one.box.x + 5, one.box.y + 5, one, () => [
      one.seat !== null && tag(state, one.seat), one.count > 1 && h("span", { class: "have" }, `${one.have}/${one.count}`)])),
    ...table.lying.filter((one) => one.seat !== null).map((one) => note("whose", one.key, one.x, one.y + one.height / 2, [one.seat, one.edge, names], () =>
      tag(state, one.seat ?? 0, one.edge !== null && h("b", {}, names[one.seat ?? 0])))),
    ...table.lying.filter((one) => one.count).map((one) => note("count", one.key, one.x, one.y - one.height / 2, one.count, () => String(one.count))),
    ...table.outlines.filter((one) => one.tokens.length).map((one) => note("worth", one.path, one.x, one.y, one.tokens, () => one.tokens.map(counter))),
    ...table.heaps.map((one) => note(one.seat === null ? "heap all" : "heap", one.zone, one.box.x + one.box.width / 2, one.box.y + one.box.height / 2, one, () => [
      one.tokens.length > 0 && h("span", { class: "tokens" }, visibleTokens(one.tokens).map(counter)), one.texts.map((text) => h("span", { class: "text" }, rich(text)))], one.box.width)),
    ...table.amiss.flatMap((one, n) => (one.spot ? [note("wrong", n, one.spot.x + one.spot.width / 2, one.spot.y - one.spot.height / 2, "", () => "!")] : [])),
  ];
}

/**
 * Make the children of `parent` match `wanted`. Unchanged ones are left alone, so that nothing flickers.
 * @param {Element} parent @param {Map<string, { node: any, of: string }>} kept @param {Kept[]} wanted
 */
function reconcile(parent, kept, wanted) {
  const there = new Set(wanted.map((one) => one.key));
  for (const [key, { node }] of kept) if (!there.has(key)) { node.remove(); kept.delete(key); }
  wanted.forEach((one, n) => {
    const was = kept.get(one.key);
    if (was?.of !== one.of) {
      const node = one.make();
      was?.node.replaceWith(node);
      kept.set(one.key, { node, of: one.of });
    }
    const node = kept.get(one.key)?.node;
    one.after?.(node);
    if (parent.children[n] !== node) parent.insertBefore(node, parent.children[n] ?? null);
  });
}

/** Create one panel of the table. If it is `bare`, it shows only what is due. @param {TablePanel} panel @param {TableDrawing} table */
function drawPanel(panel, table, bare = false) {
  const clip = `round${++serial}`;
  const layers = Object.fromEntries(LAYERS.map((name) => [name, { node: svg("g", {}), kept: new Map() }]));
  const [width, height] = table.matSize;
  const picture = svg("svg", { viewBox: `${panel.x} ${panel.y} ${panel.width} ${panel.height}`, "aria-hidden": "true" },
    svg("clipPath", { id: clip, clipPathUnits: "objectBoundingBox" }, svg("rect", { width: 1, height: 1, rx: 0.06, ry: 0.043 })),
    table.mat && !bare && svg("image", { href: table.mat, width, height, transform: TURNS[table.quarters](width, height) }),
    ...LAYERS.map((name) => layers[name].node));
  const over = h("div", { class: "over", "aria-hidden": "true", vars: { left: panel.x, top: panel.y } }), written = new Map();
  const meets = (box) => !box || (box.x + box.width / 2 > panel.x && box.x - box.width / 2 < panel.x + panel.width && box.y + box.height / 2 > panel.y && box.y - box.height / 2 < panel.y + panel.height);
  const inside = ({ x, y }) => x >= panel.x && x <= panel.x + panel.width && y >= panel.y && y <= panel.y + panel.height;
  return {
    element: h("div", { class: "ground", vars: { width: panel.width, height: panel.height } }, picture, over),
    /** @param {TableDrawing} now @param {PageState} state */
    draw(now, state) {
      const found = drawnItems(now, clip).filter((one) => meets(one.box));
      for (const name of bare ? ["glow"] : LAYERS) reconcile(layers[name].node, layers[name].kept, found.filter((one) => one.layer === name));
      reconcile(over, written, writtenItems(now, state).filter((one) => inside(one) && (!bare || /^(due|name) /.test(one.key))));
    },
  };
}

/** Return all ways to split a row into rows, each as a list of lengths. @param {number} many @returns {number[][]} */
const rowSplits = (many) => (many === 0 ? [[]] : Array.from({ length: many }, (_, n) => n + 1).flatMap((first) => rowSplits(many - first).map((rest) => [first, ...rest])));

/** @param {number[]} all */
const sum = (all) => all.reduce((total, one) => total + one, 0);

/**
 * Find the arrangement of panels with the largest cards: panels in each row, pixels per millimetre, the most that the
 * height allows, and the height it needs.
 * @param {TablePanel[]} panels @param {number} wide @param {number} high @param {number} above of each panel, for its name
 */
function bestLayout(panels, wide, high, above) {
  let best = { rows: [panels.length], mm: 0, high: 0, needs: 0 };
  for (const rows of rowSplits(panels.length)) {
    const cut = rows.map((many, n) => panels.slice(sum(rows.slice(0, n)), sum(rows.slice(0, n)) + many));
    const widest = Math.min(...cut.map((row) => (wide - GAP_PX * (row.length - 1)) / sum(row.map((one) => one.width))));
    const tall = sum(cut.map((row) => Math.max(...row.map((one) => one.height)))), between = GAP_PX * (rows.length - 1) + above * rows.length;
    const most = Math.min((high - between) / tall, LARGEST_PX);
    const mm = Math.min(widest, most);
    if (mm > best.mm) best = { rows, mm, high: most, needs: tall * mm + between };
  }
  return best;
}

/** Whether a box lies in a panel. @param {TablePanel} panel @param {TableBox} box */
const contains = (panel, box) => box.x >= panel.x - 1 && box.y >= panel.y - 1 && box.x + box.width <= panel.x + panel.width + 1 && box.y + box.height <= panel.y + panel.height + 1;

/**
 * Return the part to show first. That is the part where this player, or anyone, must act; if there is none, the player's
 * own part, and then the part of the seat whose turn it is. The shared part shows only the panels where something is due.
 * @param {TableDrawing} table @param {PageState} state @returns {TablePart}
 */
function firstPart(table, state) {
  const own = table.parts.find((one) => one.seat === state.you);
  const due = table.glows.filter((one) => state.you !== null && (one.forAll || one.seat === state.you || one.seat === null)).map((one) => one.box);
  const has = (part) => due.length > 0 && due.every((box) => part.panels.some((one) => contains(one, box)));
  if (own && has(own)) return own;
  const found = table.parts.find(has);
  if (found) return { ...found, panels: found.panels.filter((one) => due.some((box) => contains(one, box))) };
  return own ?? table.parts.find((one) => one.seat === state.focus.seat) ?? table.whole;
}

/** Create the list of misplaced cards, with a sentence and seat symbols for each. */
function misplacedList() {
  const element = h("ul", { class: "wrongs", "aria-live": "polite" }), kept = new Map();
  return {
    element,
    /** @param {TableDrawing} table @param {PageState} state */
    draw({ amiss }, state) {
      const all = new Map(amiss.map((one) => [one.text, one])); // a phone already shows the question in a sheet
      reconcile(element, kept, [...all.values()].map(({ text, seats, asked }) => ({ key: text, of: [seats, asked].join(), make: () => h("li", { data: { asked: asked && "yes" } }, seats.map((seat) => tag(state, seat)), h("span", {}, rich(text))) })));
    },
  };
}

/** Create a layer that marks due and misplaced cards over real cards, as at the virtual table. @param {HTMLElement} element */
export function expectedMarks(element) {
  const wrong = misplacedList();
  let of = "";
  /** @type {ReturnType<typeof drawPanel> | null} */
  let drawn = null;
  const fit = () => element.style.setProperty("--mm", `${element.clientWidth / (Number(element.dataset.wide) || 1)}px`);
  new ResizeObserver(fit).observe(element);
  return {
    /** @param {PageState} state */
    draw(state) {
      const { table } = state;
      element.hidden = !table;
      if (!table) return;
      if (of !== JSON.stringify(table.size)) {
        of = JSON.stringify(table.size);
        element.dataset.wide = String(table.size[0]);
        drawn = drawPanel({ x: 0, y: 0, width: table.size[0], height: table.size[1], seat: null }, table, true);
        element.replaceChildren(drawn.element, wrong.element);
        fit();
      }
      drawn?.draw(table, state);
      wrong.draw(table, state);
    },
  };
}

/**
 * Draw the table in `element`. A phone shows it in parts if cards would be too small, with a strip of buttons to
 * switch.
 * @param {HTMLElement} element
 * @param {{ parts?: boolean }} [how]
 */
export function drawing(element, { parts = false } = {}) {
  const strip = h("div", { class: "tabs", role: "group", "aria-label": t("page.mats") });
  const panels = h("div", { class: "panels" });
  const wrong = misplacedList(), said = h("ul", { class: "unseen" });
  element.replaceChildren(strip, panels, wrong.element, said);
  element.classList.add("drawing");
  /** @type {TableDrawing | null} */
  let table = null;
  /** @type {PageState} */
  let state;
  let opened = ""; // the part that the viewer opened; if empty, the drawing follows the action
  let cut = ""; // identifies the panels that are drawn now
  let came = ""; // the newest card
  /** @type {ReturnType<typeof drawPanel>[]} */
  let sheets = [];
  const tabs = new Map(), lines = new Map(); // the nodes of the strip and of the sentences

  /** Return the parts that have a button. The whole table has one too if there is room. */
  const tabParts = () => (!parts || !table?.parts.length ? [] : table.parts.length < MOST_TABS ? [...table.parts, table.whole] : table.parts);
  /** @returns {TablePart} */
  const currentPart = () => {
    const shown = /** @type {TableDrawing} */ (table);
    const found = tabParts().find((one) => one.key === opened);
    if (!found) opened = "";
    return found ?? (tabParts().length && !wholeFits() ? firstPart(shown, state) : shown.whole);
  };
  /** Whether the whole table fits with cards large enough to read. */
  const wholeFits = () => {
    const { whole, lying } = /** @type {TableDrawing} */ (table);
    return bestLayout(whole.panels, panels.clientWidth, panels.clientHeight, 0).mm * Math.max(0, ...lying.map((one) => one.width)) >= ROOMY_PX;
  };
  const hasCaptions = (all) => new Set(all.map((one) => one.seat)).size > 1 && !parts;
  /** Return the panels to show and their arrangement. Next to a seat's part, the shared area is shown if there is room. */
  function chooseLayout() {
    const now = currentPart(), shared = table?.parts.find((one) => one.key === "shared");
    const card = Math.max(0, ...(table?.lying.map((one) => one.width) ?? []));
    const name = hasCaptions(now.panels) ? panels.querySelector("figcaption")?.getBoundingClientRect().height ?? 24 : 0;
    const how = (all) => {
      const found = bestLayout(all, panels.clientWidth, panels.clientHeight, name);
      const least = parts && now.key !== "whole" && card ? Math.min(LEAST_PX / card, found.high) : 0;
      return { ...found, all, mm: Math.max(found.mm, least), fits: found.mm, needs: bestLayout(all, panels.clientWidth, Infinity, name).needs };
    };
    const alone = how(now.panels);
    if (now.seat === null || !shared) return alone;
    const both = how([...now.panels, ...shared.panels]);
    const needs = Math.max(alone.needs, both.needs); // the same for both arrangements, so that the choice does not flip back and forth
    return both.fits >= NEARLY * alone.mm ? { ...both, needs } : { ...alone, needs };
  }
  new ResizeObserver(() => redraw()).observe(panels);

  /** Open a part. The part that would be shown anyway keeps following the action. @param {string} key */
  function open(key) {
    opened = table && firstPart(table, state).key === key ? "" : key;
    redraw();
  }

  function drawStrip(now) {
    const all = tabParts();
    strip.hidden = !all.length;
    const words = { shared: t("page.drawing.shared"), whole: t("page.drawing.whole") };
    reconcile(strip, tabs, all.map((one) => ({
      key: one.key,
      of: `${one.seat === null ? "" : state.everybody[one.seat].label}`,
      make: () => {
        const seat = one.seat === null ? null : state.everybody[one.seat];
        return h("button", { class: "tab", type: "button", data: { seat: one.seat, key: `open.${one.key}` }, "aria-label": seat ? t("page.look", { seat: seat.label }) : null, onclick: () => open(one.key) },
          seat ? seat.symbol : words[one.key]);
      },
    })));
    for (const [key, { node }] of tabs) node.setAttribute("aria-pressed", String(key === now.key));
  }

  function redraw() {
    if (!table) return;
    const shown = table, now = currentPart();
    drawStrip(now);
    if (!panels.clientWidth) return;
    const { all, rows, mm, fits, needs } = chooseLayout();
    panels.style.setProperty("--mm", `${mm}px`);
    panels.dataset.named = mm < NAMES_MM_PX ? "no" : "yes";
    element.style.setProperty("--needs", `${Math.ceil(needs)}px`);
    panels.dataset.scrolls = mm > fits ? "yes" : "no";
    panels.dataset.small = Math.max(0, ...shown.lying.map((one) => one.width)) * mm < NAMED_PX ? "yes" : "no";
    element.parentElement?.style.setProperty("--drawn", `${mm * shown.size[0]}px`);
    const named = hasCaptions(all);
    const next = JSON.stringify([all, rows, shown.mat, shown.quarters, named && state.everybody]);
    if (next !== cut) {
      cut = next;
      sheets = all.map((panel) => drawPanel(panel, shown));
      const figures = all.map((panel, n) => h("figure", { class: "cut", data: { seat: panel.seat, part: now.key } },
        named && h("figcaption", {}, panel.seat === null ? "" : rich(`${state.everybody[panel.seat].symbol} ${state.everybody[panel.seat].name}`)), sheets[n].element));
      panels.replaceChildren(...rows.map((many) => h("div", { class: "shelf" }, figures.splice(0, many))));
    }
    for (const one of sheets) one.draw(shown, state);
    const fresh = shown.lying.find((one) => one.fresh);
    if (fresh && fresh.key !== came && panels.scrollWidth > panels.clientWidth) panels.scrollLeft = (fresh.x - all[0].x) * mm - panels.clientWidth / 2;
    came = fresh?.key ?? "";
    wrong.draw(shown, state);
    reconcile(said, lines, shown.texts.map((text) => ({ key: text, of: "", make: () => h("li", {}, rich(text)) })));
  }

  return {
    /** @param {PageState} newState @param {TableDrawing | null} [of] what is drawn in place of its table */
    draw(newState, of = newState.table) {
      state = newState;
      table = of;
      element.hidden = !table;
      redraw();
    },
  };
}

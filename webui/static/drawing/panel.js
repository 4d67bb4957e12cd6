// One panel of the drawing of the table: its cards in layers, and the notes over them. The virtual table shows only
// what is due and misplaced, over its own cards.

import { MANY, counter, h, rich, svg, t } from "../base/dom.js";

const STACK_MM = 1.3; // offset of the cards in a pile
const LAYERS = ["glow", "gone", "free", "lies", "outline", "ring", "amiss"];
const TURNS = [() => "", (w, hi) => `matrix(0 1 -1 0 ${hi} 0)`, (w, hi) => `matrix(-1 0 0 -1 ${w} ${hi})`,
  (w) => `matrix(0 -1 1 0 0 ${w})`];

let serial = 0; // for unique ids within a page

/** Return an SVG rectangle centred on a thing, enlarged by `more`. @param {any} one @param {number} [more] */
const centredRect = ({ x, y, width, height }, more = 0) => ({
  x: x - width / 2 - more, y: y - height / 2 - more, width: width + 2 * more, height: height + 2 * more,
  rx: width * 0.06 + more,
});

/** Return a card's picture, or its name if the picture is missing or fails.
 * @param {any} one @param {string} back @param {string} clip */
function face(one, back, clip) {
  const { width, height, x, y } = centredRect(one);
  const named = () => {
    const size = one.card && Math.min(width / 4, (width * 1.5) / one.label.length);
    const name = one.card && svg("text", { x: one.x, y: one.y, dy: "0.35em", "font-size": size }, one.label);
    return svg("g", { class: one.card ? "named" : "down" }, svg("rect", centredRect(one)), name);
  };
  const picture = one.card ? one.picture : back;
  if (!picture) return named();
  const whole = { x, y, width, height, preserveAspectRatio: "none", "clip-path": `url(#${clip})` };
  const image = svg("image", { href: picture, ...whole });
  image.addEventListener("error", () => image.replaceWith(named()));
  return image;
}

/** @typedef {{ key: string, of: string, make: () => any, after?: (node: any) => void }} Kept what is drawn under a key,
 * made of what */
/** @typedef {Kept & { layer: string, box: any }} Thing */

/** Return everything drawn inside the SVG, by layers.
 * @param {TableDrawing} table @param {string} clip @returns {Thing[]} */
function drawnItems(table, clip) {
  const { back, lying, gone, outlines, glows, free, amiss } = table;
  const rect = (name, one, more = 0, data = {}) => svg("rect", { class: name, ...centredRect(one, more), ...data });
  const within = (box) => ({ ...box, x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const lyingCard = (one) =>
    svg("g", { class: "lies", "data-kind": one.kind, "data-zone": one.zone, "data-card": one.card || null,
      ...(one.kind === "pile" ? { "data-place": one.zone, "data-count": one.count } : { "data-fly": one.key }) },
      one.kind === "pile" && one.count !== 0
        && [2, 1].map((n) => rect("under", { ...one, x: one.x + n * STACK_MM, y: one.y + n * STACK_MM })),
      one.count === 0 ? rect("gone", one) : face(one, back, clip));
  /** @returns {Thing} */
  const thing = (layer, key, box, value, make) => ({ layer, key: `${layer} ${key}`, box,
    of: JSON.stringify([value, box]), make });
  return [
    ...glows.map((one) =>
      thing("glow", `${one.zone} ${one.box.x} ${one.box.y}`, within(one.box), one.seat, () =>
        rect("glow", within(one.box), -3, { "data-zone": one.zone, "data-seat": one.seat,
          "data-all": one.forAll ? "yes" : null }))
    ),
    ...gone.map((one, n) => thing("gone", n, within(one), 0, () => rect("gone", within(one)))),
    ...free.map((one) =>
      thing("free", `${one.x} ${one.y}`, one, 0, () =>
        svg("g", { class: "free" }, rect("cell", one), one.picture && face(one, "", clip)))
    ),
    ...lying.map(({ fresh: _, edge, seat, lies, ...one }) => ({
      ...thing("lies", one.key, one, back, () => lyingCard(one)), after: (node) => { Object.assign(node.dataset,
        { lies, face: one.card, whose: one.zone.split(":")[1] ?? seat ?? "", goes: edge ?? "" }); },
    })),
    ...outlines.map((one) =>
      thing("outline", one.path, null, one.whole, () =>
        svg("g", {}, svg("path", { class: "rim", d: one.path }),
          svg("path", { class: "outline", d: one.path, "data-whole": one.whole ? "yes" : null })))
    ),
    ...lying.filter((one) => one.edge !== null).map((one) =>
      thing("ring", one.key, one, "", () => rect("edge", one, 2.5, { "data-seat": one.edge }))
    ),
    ...lying.filter((one) => one.fresh).map((one) =>
      thing("ring", `${one.key} fresh`, one, "", () => rect("fresh", one, one.edge === null ? 3 : 6))
    ),
    ...amiss.filter((one) => one.spot).map((one, n) => {
      const at = { ...one, ...one.spot };
      return thing("amiss", n, at, back,
        () => svg("g", { class: "amiss", "data-card": one.card || null }, face(at, back, clip), rect("edge", at, 2.5)));
    }),
  ];
}

/** Return a seat's symbol for a card, a pile or a place.
 * @param {PageState} state @param {number} seat @param {any[]} more */
const tag = (state, seat, ...more) =>
  h("span", { class: "tag", translate: "no", data: { seat } }, state.everybody[seat]?.symbol, more);

/** Return the tokens to show: those with a count or a maximum, except very long rows. If none is left, return the first
 * kind.
 * @param {Token[]} tokens */
const visibleTokens = (tokens) => {
  const few = tokens.filter((one) => (one.of ?? 0) <= MANY),
    found = few.filter((one) => one.count > 0 || one.of !== null);
  return found.length ? found : few.slice(0, 1);
};

/** Return the notes over the drawing: symbols, counts, pieces and words. Their letters keep their size at every scale.
 * @param {TableDrawing} table @param {PageState} state */
function writtenItems(table, state) {
  const names = state.seats.map((seat) => seat.name);
  const note = (kind, key, x, y, value, make, room = 0) => ({ key: `${kind} ${key}`, x, y,
    of: JSON.stringify([x, y, room, value]),
    make: () =>
      h("div", { class: `note ${kind}`, translate: kind === "name" ? "no" : null, vars: { x, y, room } }, make()) });
  return [
    ...table.names.map((one) => note("name", `${one.x} ${one.y}`, one.x, one.y, one.text, () => one.text, one.room)),
    ...table.glows.filter((one) => one.seat !== null || one.count > 1).map((one) =>
      note("due", `${one.zone} ${one.box.x} ${one.box.y}`, one.box.x + 5, one.box.y + 5, one, () => [
        one.seat !== null && tag(state, one.seat),
        one.count > 1 && h("span", { class: "have" }, `${one.have}/${one.count}`),
      ])
    ),
    ...table.lying.filter((one) => one.seat !== null).map((one) =>
      note("whose", one.key, one.x, one.y + one.height / 2, [one.seat, one.edge, names], () =>
        tag(state, one.seat ?? 0, one.edge !== null && h("b", {}, names[one.seat ?? 0])))
    ),
    ...table.lying.filter((one) => one.count).map((one) =>
      note("count", one.key, one.x, one.y - one.height / 2, one.count, () => String(one.count))
    ),
    ...table.outlines.filter((one) => one.tokens.length).map((one) =>
      note("worth", one.path, one.x, one.y, one.tokens, () => one.tokens.map(counter))
    ),
    ...table.heaps.map((one) =>
      note(one.seat === null ? "heap all" : "heap", one.zone, one.box.x + one.box.width / 2,
        one.box.y + one.box.height / 2, one, () => [
        one.tokens.length > 0 && h("span", { class: "tokens" }, visibleTokens(one.tokens).map(counter)),
        one.texts.map((text) => h("span", { class: "text" }, rich(text))),
      ], one.box.width)
    ),
    ...table.amiss.flatMap((one, n) => (one.spot
      ? [note("wrong", n, one.spot.x + one.spot.width / 2, one.spot.y - one.spot.height / 2, "", () => "!")]
      : [])
    ),
  ];
}

/**
 * Make the children of `parent` match `wanted`. Unchanged ones are left alone, so that nothing flickers.
 * @param {Element} parent @param {Map<string, { node: any, of: string }>} kept @param {Kept[]} wanted
 */
export function reconcile(parent, kept, wanted) {
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

/** Create one panel of the table. If it is `bare`, it shows only what is due.
 * @param {TablePanel} panel @param {TableDrawing} table */
export function drawPanel(panel, table, bare = false) {
  const clip = `round${++serial}`;
  const layers = Object.fromEntries(LAYERS.map((name) => [name, { node: svg("g", {}), kept: new Map() }]));
  const [width, height] = table.matSize;
  const picture = svg("svg", { viewBox: `${panel.x} ${panel.y} ${panel.width} ${panel.height}`, "aria-hidden": "true" },
    svg("clipPath", { id: clip, clipPathUnits: "objectBoundingBox" },
      svg("rect", { width: 1, height: 1, rx: 0.06, ry: 0.043 })), table.mat && !bare
    && svg("image", { href: table.mat, width, height, transform: TURNS[table.quarters](width, height) }),
    ...LAYERS.map((name) => layers[name].node));
  const over = h("div", { class: "over", "aria-hidden": "true", vars: { left: panel.x, top: panel.y } }),
    written = new Map();
  const meets = (box) =>
    !box
    || (box.x + box.width / 2 > panel.x && box.x - box.width / 2 < panel.x + panel.width
      && box.y + box.height / 2 > panel.y && box.y - box.height / 2 < panel.y + panel.height);
  const inside = ({ x, y }) =>
    x >= panel.x && x <= panel.x + panel.width && y >= panel.y && y <= panel.y + panel.height;
  return {
    element: h("div", { class: "ground", data: { frame: clip }, vars: { width: panel.width, height: panel.height } },
      picture, over),
    /** @param {TableDrawing} now @param {PageState} state */
    draw(now, state) {
      const found = drawnItems(now, clip).filter((one) => meets(one.box));
      for (const name of bare ? ["glow"] : LAYERS)
        reconcile(layers[name].node, layers[name].kept, found.filter((one) => one.layer === name));
      reconcile(over, written,
        writtenItems(now, state).filter((one) => inside(one) && (!bare || /^(due|name) /.test(one.key))));
    },
  };
}

/** Create the list of misplaced cards, with a sentence and seat symbols for each. */
export function misplacedList() {
  const element = h("ul", { class: "wrongs", "aria-live": "polite" }), kept = new Map();
  return {
    element,
    /** @param {TableDrawing} table @param {PageState} state */
    draw({ amiss }, state) {
      const all = new Map(amiss.map((one) => [one.text, one])); // a phone already shows the question in a sheet
      reconcile(element, kept,
        [...all.values()].map(({ text, seats, asked }) => ({ key: text, of: [seats, asked].join(),
          make: () =>
            h("li", { data: { asked: asked && "yes" } }, seats.map((seat) => tag(state, seat)),
              h("span", {}, rich(text))) })
        ));
    },
  };
}

/** Create a layer that marks due and misplaced cards over real cards, as at the virtual table.
 * @param {HTMLElement} element */
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

// One panel of the drawing of the table: its cards in layers, and the notes over them. The virtual table shows only
// what is due and misplaced, over its own cards.

import { MANY, counter, h, rich, svg } from "../base/dom.js";
import { edgesIn, placeLabels } from "./labels.js";

const STACK_MM = 1.3; // offset of the cards in a pile
const EDGE_MM = 5; // width of the coloured edge around a card
const FRAME_MM = 24; // a larger glow fills its panel
const DUE_MM = 4; // from the corner of a place to its symbol
const LAYERS = ["glow", "gone", "free", "lies", "outline", "ring", "amiss"];
const TURNS = [() => "", (w, hi) => `matrix(0 1 -1 0 ${hi} 0)`, (w, hi) => `matrix(-1 0 0 -1 ${w} ${hi})`,
  (w) => `matrix(0 -1 1 0 0 ${w})`];

let serial = 0; // for unique ids within a page

/** Return the box around a thing whose centre is known. @param {any} one @param {number} more */
const boxAround = ({ x, y, width, height }, more) =>
  ({ x: x - width / 2 - more, y: y - height / 2 - more, width: width + 2 * more, height: height + 2 * more });

/** Return a box without its rim. @param {TableBox} box @param {number} rim */
const boxWithin = ({ x, y, width, height }, rim) =>
  ({ x: x + rim, y: y + rim, width: width - 2 * rim, height: height - 2 * rim });

/** Return an SVG rectangle centred on a thing, enlarged by `more`. @param {any} one @param {number} [more] */
const centredRect = (one, more = 0) => ({ ...boxAround(one, more), rx: Math.max(0, one.width * 0.06 + more) });

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
/** @typedef {Omit<TableDrawing, "glows"> & { glows: any[] }} Aimed */

/** Return everything drawn inside the SVG, by layers.
 * @param {Aimed} table @param {string} clip @returns {Thing[]} */
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
        rect("glow", within(one.box), one.whole ? -1.5 : -3, { "data-zone": one.zone, "data-seat": one.seat,
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
 * @param {PageState} state @param {number} seat */
const tag = (state, seat) =>
  h("span", { class: "tag", translate: "no", data: { seat } }, state.everybody[seat]?.symbol);

/** Return the tokens to show: those with a count or a maximum, except very long rows.
 * @param {Token[]} tokens */
const visibleTokens = (tokens) =>
  tokens.filter((one) => (one.of === null ? one.count > 0 : one.of <= MANY));

/** Whether a card before this one, in its zone or trick, tells whose it is. @param {any} one @param {any[]} before */
const told = (one, before) => before.some(({ seat, zone, edge }) =>
  seat === one.seat && (zone === one.zone || (edge !== null && edge === one.edge)));

/** @typedef {Kept & { place: any, left?: () => any }} Note a label, its place as in `labels.js` but in millimetres, and
 * what to say below the drawing if no place is left */

/** Return the notes over the drawing: symbols, counts, pieces and words. Their letters keep their size at every scale.
 * @param {Aimed} table @param {PageState} state
 * @param {number | null} seat whose part of the table it is
 * @param {TableBox} room all of the panel, in which pieces for all find a place at the rim
 * @returns {Note[]} */
function writtenItems(table, state, seat, room) {
  const note = (kind, key, value, make, place, left) => ({ key: `${kind} ${key}`, place, left,
    of: JSON.stringify([value, place.room]),
    make: () => h("div", { class: `note ${kind}`, translate: kind === "name" ? "no" : null,
      vars: { room: place.room ?? 0 } }, make()) });
  const shown = ({ seat, tokens }) => visibleTokens(tokens).filter((token) =>
    !state.seats[seat ?? -1]?.tokens.some((one) => one.kind === token.kind)); // a seat shows its own pieces
  return [
    ...table.names.map((one) =>
      note("name", `${one.x} ${one.y}`, one.text, () => rich(one.text), { rank: 7, sides: ["middle"], room: one.room,
        about: { x: one.x - one.room / 2, y: one.y, width: one.room, height: 0 },
        within: { x: one.x - one.room / 2, y: one.y - one.high / 2, width: one.room, height: one.high } })
    ),
    ...table.glows.filter(({ zone, seat, count }, n, all) => (seat !== null || count > 1) // one note for all its cells
      && all.findIndex((one) => one.zone === zone && one.seat === seat) === n).map((one) =>
      note("due", `${one.zone} ${one.box.x} ${one.box.y}`, [one.seat, one.have, one.count], () => [
        one.seat !== null && tag(state, one.seat),
        one.count > 1 && h("span", { class: "have" }, `${one.have}/${one.count}`),
      ], { rank: 0, sides: ["head", "foot"], start: !one.whole, end: one.whole, about: boxWithin(one.box, DUE_MM) })
    ),
    ...table.lying.map((one, n, all) => (told(one, all.slice(0, n)) ? { ...one, seat: null } : one)).filter((one) =>
      one.seat !== null || one.count).map((one) =>
      note(one.count ? "count" : "whose", one.key, [one.seat, one.count], () => [
        one.seat !== null && tag(state, one.seat),
        one.count && h("span", { class: "many" }, String(one.count)),
      ], { sides: ["below", "after", "before", "above"], own: one.kind === "pile" && one.count ? one.key : null,
        rank: 2, about: boxAround(one, one.edge === null ? 0 : EDGE_MM) })
    ),
    ...table.outlines.filter((one) => one.tokens.length).map((one) =>
      note("worth", one.path, one.tokens, () => one.tokens.map(counter), { rank: 4, about: one.box,
        sides: ["below", "above", "before", "after"] }, () => [seat !== null && tag(state, seat), one.name,
        one.tokens.map(counter)])
    ),
    ...table.heaps.map((one) => ({ ...one, tokens: shown(one) })).flatMap(({ zone, seat, box, tokens, texts }) => {
      const counters = () => h("span", { class: "tokens" }, tokens.map(counter));
      const together = seat === null && tokens.length > 0; // the name of the pieces
      return [
        tokens.length > 0 && note("heap", zone, [tokens, texts], () => [counters(),
          together && texts.map((text) => h("span", { class: "words" }, rich(text)))],
          { rank: 3, sides: ["middle"], about: box, within: together ? room : null },
          () => [seat !== null && tag(state, seat), together && texts.map(rich), counters()]),
        ...(together ? [] : texts).map((text, n) => note("words", `${zone} ${n}`, text, () => h("span", {}, rich(text)),
          { rank: 6, sides: ["middle", "head"], about: box, room: box.width }, () => rich(text))),
      ].filter((found) => found !== false);
    }),
    ...table.amiss.flatMap((one, n) => (one.spot
      ? [note("wrong", n, "", () => "!", { rank: 1, sides: ["above", "after", "before", "below"],
        about: boxAround(one.spot, EDGE_MM) })]
      : [])
    ),
  ];
}

/** Make the children of `parent` match `wanted`. Unchanged ones are left alone, so that nothing flickers.
 * @param {Element} parent @param {Map<string, { node: any, of: string }>} kept @param {Kept[]} wanted */
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

/** @typedef {{ key: string, box: TableBox, label: string, does: () => any }} TapTarget where a tap does something */

/** Create one panel of the table.
 * @param {TablePanel} panel @param {TableDrawing} table
 * @param {{ cards?: () => Element[] }} [how] `cards`: those that lie here already, so that only what is due is drawn */
export function drawPanel(panel, table, { cards } = {}) {
  const clip = `round${++serial}`;
  const layers = Object.fromEntries(LAYERS.map((name) => [name, { node: svg("g", {}), kept: new Map() }]));
  const [width, height] = table.matSize;
  const picture = svg("svg", { viewBox: `${panel.x} ${panel.y} ${panel.width} ${panel.height}`, "aria-hidden": "true" },
    svg("clipPath", { id: clip, clipPathUnits: "objectBoundingBox" },
      svg("rect", { width: 1, height: 1, rx: 0.06, ry: 0.043 })), table.mat && !cards
    && svg("image", { href: table.mat, width, height, transform: TURNS[table.quarters](width, height) }),
    ...LAYERS.map((name) => layers[name].node));
  const over = h("div", { class: "over", "aria-hidden": "true" }), written = new Map();
  const touch = h("div", { class: "touch" }), buttons = new Map();
  const meets = (box) =>
    !box
    || (box.x + box.width / 2 > panel.x && box.x - box.width / 2 < panel.x + panel.width
      && box.y + box.height / 2 > panel.y && box.y - box.height / 2 < panel.y + panel.height);
  const holds = ({ x, y, width, height }) => {
    const [across, down] = [x + width / 2 - panel.x, y + height / 2 - panel.y];
    return across >= 0 && across <= panel.width && down >= 0 && down <= panel.height;
  };
  /** Return the part of a box that is in the panel. @param {TableBox} box */
  const shared = (box) => {
    const x = Math.max(box.x, panel.x), y = Math.max(box.y, panel.y);
    return { x, y, width: Math.min(box.x + box.width, panel.x + panel.width) - x,
      height: Math.min(box.y + box.height, panel.y + panel.height) - y };
  };
  /** Return a glow in its box. One that fills the panel goes around its letters and numbers. */
  const aimed = (box, one) => {
    const whole = box.width > panel.width - FRAME_MM && box.height > panel.height - FRAME_MM;
    return { ...one, whole, box: whole ? panel : box };
  };
  /** @type {Note[]} */
  let notes = [];
  /** @type {any[]} */
  let faces = []; // the boxes of the cards

  /** Place all labels, and return those for which there is no place. */
  function place() {
    const scale = over.clientWidth / panel.width, at = over.getBoundingClientRect();
    if (!scale) return [];
    const edges = (box) => ({ key: box.key, left: (box.x - panel.x) * scale, top: (box.y - panel.y) * scale,
      right: (box.x + box.width - panel.x) * scale, bottom: (box.y + box.height - panel.y) * scale });
    const lying = cards?.().map((one) => edgesIn(one, at));
    const homeless = placeLabels({ left: 0, top: 0, right: over.clientWidth, bottom: over.clientHeight },
      notes.map(({ place: { about, within, ...more } }, n) => ({ ...more, element: over.children[n],
        about: edges(about), within: within && edges(within) })), lying ?? faces.map(edges));
    return notes.filter((one, n) => one.left && homeless.includes(over.children[n]));
  }

  return {
    element: h("div", { class: "ground felt", data: { frame: clip },
      vars: { width: panel.width, height: panel.height } }, picture, over, touch),
    place,
    /** @param {TableDrawing} whole @param {PageState} state @param {TapTarget[]} [targets] */
    draw(whole, state, targets = []) {
      reconcile(touch, buttons, targets.filter(({ box }) => meets(box)).map(({ key, box, label, does }) => ({ key,
        of: JSON.stringify([box, label]), make: () => h("button", { type: "button", class: "target", data: { key },
          "aria-label": label, onclick: does, vars: { left: (box.x - box.width / 2 - panel.x) / panel.width,
            top: (box.y - box.height / 2 - panel.y) / panel.height, wide: box.width / panel.width,
            high: box.height / panel.height } }) })));
      const now = { ...whole, glows: whole.glows.map((one) => aimed(shared(one.box), one)).filter(({ box }) =>
        box.width > 0 && box.height > 0),
        outlines: whole.outlines.filter((one) => one.whole || !cards) };
      const found = drawnItems(now, clip).filter((one) => meets(one.box));
      for (const name of cards ? ["glow", "outline"] : LAYERS)
        reconcile(layers[name].node, layers[name].kept, found.filter((one) => one.layer === name));
      notes = writtenItems(now, state, panel.seat, panel).filter((one) =>
        holds(one.place.about) && (!cards || /^(due|name|words) /.test(one.key)));
      faces = [...now.lying.filter((one) => one.count !== 0).map((one) => ({ ...boxAround(one, 0), key: one.key })),
        ...now.amiss.flatMap(({ spot }) => (spot ? [boxAround(spot, 0)] : []))];
      reconcile(over, written, notes);
      return place();
    },
  };
}

/** Create the list of misplaced cards, with a sentence and seat symbols for each, and what `more` returns.
 * @param {(one: MisplacedCard) => any} [more] */
export function misplacedList(more = () => null) {
  const element = h("ul", { class: "wrongs", "aria-live": "polite" }), kept = new Map();
  return {
    element,
    /** @param {TableDrawing} table @param {PageState} state */
    draw({ amiss }, state) {
      const all = new Map(amiss.map((one) => [one.text, one])); // a phone already shows the question in a sheet
      reconcile(element, kept,
        [...all.values()].map((one) => {
          const { text, seats, asked } = one, extra = more(one);
          return { key: text, of: [seats, asked, extra?.dataset.key].join(), make: () =>
            h("li", { data: { asked: asked && "yes" } }, seats.map((seat) => tag(state, seat)),
              h("span", { class: "said" }, rich(text)), extra) };
        }));
    },
  };
}

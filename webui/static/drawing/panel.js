// One panel of the drawing of the table: its cards in layers, and the notes over them. The virtual table shows only
// the pending actions and misplaced cards, over its own cards.

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

/** Return the box around a thing whose centre is known. @param {any} thing @param {number} more */
const boxAround = ({ x, y, width, height }, more) =>
  ({ x: x - width / 2 - more, y: y - height / 2 - more, width: width + 2 * more, height: height + 2 * more });

/** Return a box without its rim. @param {TableBox} box @param {number} rim */
const boxWithin = ({ x, y, width, height }, rim) =>
  ({ x: x + rim, y: y + rim, width: width - 2 * rim, height: height - 2 * rim });

/** Return an SVG rectangle centred on a thing, enlarged by `more`. @param {any} thing @param {number} [more] */
const centredRect = (thing, more = 0) => ({ ...boxAround(thing, more), rx: Math.max(0, thing.width * 0.06 + more) });

/** Return a card's picture, or its name if the picture is missing or fails.
 * @param {any} item @param {string} back @param {string} clip */
function face(item, back, clip) {
  const { card, label } = item, { width, height, x, y } = centredRect(item);
  const named = () => {
    const size = card && Math.min(width / 4, (width * 1.5) / label.length);
    const name = card && svg("text", { x: item.x, y: item.y, dy: "0.35em", "font-size": size }, label);
    return svg("g", { class: card ? "named" : "down" }, svg("rect", centredRect(item)), name);
  };
  const picture = card ? item.picture : back;
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
  const rect = (name, item, more = 0, data = {}) => svg("rect", { class: name, ...centredRect(item, more), ...data });
  const within = (box) => ({ ...box, x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const lyingCard = (item, { kind, zone, card, count, key, x, y } = item) =>
    svg("g", { class: "lies", "data-kind": kind, "data-zone": zone, "data-card": card || null,
      ...(kind === "pile" ? { "data-place": zone, "data-count": count } : { "data-fly": key }) },
      kind === "pile" && count !== 0
        && [2, 1].map((n) => rect("under", { ...item, x: x + n * STACK_MM, y: y + n * STACK_MM })),
      count === 0 ? rect("gone", item) : face(item, back, clip));
  /** @returns {Thing} */
  const thing = (layer, key, box, value, make) => ({ layer, key: `${layer} ${key}`, box,
    of: JSON.stringify([value, box]), make });
  return [
    ...glows.map(({ zone, box, seat, whole, forAll }) =>
      thing("glow", `${zone} ${box.x} ${box.y}`, within(box), seat, () =>
        rect("glow", within(box), whole ? -1.5 : -3, { "data-zone": zone, "data-seat": seat,
          "data-all": forAll ? "yes" : null }))
    ),
    ...gone.map((place, n) => thing("gone", n, within(place), 0, () => rect("gone", within(place)))),
    ...free.map((cell) =>
      thing("free", `${cell.x} ${cell.y}`, cell, 0, () =>
        svg("g", { class: "free" }, rect("cell", cell), cell.picture && face(cell, "", clip)))
    ),
    ...lying.map(({ fresh: _, edge, seat, lies, ...item }) => ({
      ...thing("lies", item.key, item, back, () => lyingCard(item)), after: (node) => { Object.assign(node.dataset,
        { lies, face: item.card, whose: item.zone.split(":")[1] ?? seat ?? "", goes: edge ?? "" }); },
    })),
    ...outlines.map(({ path, whole }) =>
      thing("outline", path, null, whole, () =>
        svg("g", {}, svg("path", { class: "rim", d: path }),
          svg("path", { class: "outline", d: path, "data-whole": whole ? "yes" : null })))
    ),
    ...lying.filter(({ edge }) => edge !== null).map((item) =>
      thing("ring", item.key, item, "", () => rect("edge", item, 2.5, { "data-seat": item.edge }))
    ),
    ...lying.filter(({ fresh }) => fresh).map((item) =>
      thing("ring", `${item.key} fresh`, item, "", () => rect("fresh", item, item.edge === null ? 3 : 6))
    ),
    ...amiss.filter(({ spot }) => spot).map(({ spot, ...wrong }, n) => {
      const at = { ...wrong, ...spot };
      return thing("amiss", n, at, back,
        () => svg("g", { class: "amiss", "data-card": at.card || null }, face(at, back, clip), rect("edge", at, 2.5)));
    }),
  ];
}

/** Return a seat's symbol for a card, a pile or a place.
 * @param {PageState} state @param {number} seat */
const tag = (state, seat) =>
  h("span.tag", { translate: "no", data: { seat } }, state.everybody[seat]?.symbol);

/** Return the tokens to show: those with a count or a maximum, except very long rows.
 * @param {Token[]} tokens */
const visibleTokens = (tokens) =>
  tokens.filter(({ of, count }) => (of === null ? count > 0 : of <= MANY));

/** Whether a card before this one, in its zone or trick, tells whose it is. @param {any} card @param {any[]} before */
const isTold = (card, before) => before.some(({ seat, zone, edge }) =>
  seat === card.seat && (zone === card.zone || (edge !== null && edge === card.edge)));

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
    !state.seats[seat ?? -1]?.tokens.some(({ kind }) => kind === token.kind)); // a seat shows its own pieces
  return [
    ...table.names.map(({ x, y, text, room, high }) =>
      note("name", `${x} ${y}`, text, () => rich(text), { rank: 7, sides: ["middle"], room,
        about: { x: x - room / 2, y, width: room, height: 0 },
        within: { x: x - room / 2, y: y - high / 2, width: room, height: high } })
    ),
    ...table.glows.filter(({ zone, seat, count }, n, all) => (seat !== null || count > 1) // one note for all its cells
      && all.findIndex((glow) => glow.zone === zone && glow.seat === seat) === n
    ).map(({ zone, box, seat, have, count, whole }) =>
      note("due", `${zone} ${box.x} ${box.y}`, [seat, have, count], () => [
        seat !== null && tag(state, seat),
        count > 1 && h("span.have", `${have}/${count}`),
      ], { rank: 0, sides: ["head", "foot"], start: !whole, end: whole, about: boxWithin(box, DUE_MM) })
    ),
    ...table.lying.map((card, n, all) => (isTold(card, all.slice(0, n)) ? { ...card, seat: null } : card)
    ).filter(({ seat, count }) => seat !== null || count).map(({ kind, key, seat, count, edge, ...card }) =>
      note(count ? "count" : "whose", key, [seat, count], () => [
        seat !== null && tag(state, seat),
        count && h("span.many", String(count)),
      ], { sides: ["below", "after", "before", "above"], own: kind === "pile" && count ? key : null,
        rank: 2, about: boxAround(card, edge === null ? 0 : EDGE_MM) })
    ),
    ...table.outlines.filter(({ tokens }) => tokens.length).map(({ path, tokens, box, name }) =>
      note("worth", path, tokens, () => tokens.map(counter), { rank: 4, about: box,
        sides: ["below", "above", "before", "after"] }, () => [seat !== null && tag(state, seat), name,
        tokens.map(counter)])
    ),
    ...table.heaps.map((heap) => ({ ...heap, tokens: shown(heap) })).flatMap(({ zone, seat, box, tokens, texts }) => {
      const counters = () => h("span.tokens", tokens.map(counter));
      const together = seat === null && tokens.length > 0; // the name of the pieces
      return [
        tokens.length > 0 && note("heap", zone, [tokens, texts], () => [counters(),
          together && texts.map((text) => h("span.words", rich(text)))],
          { rank: 3, sides: ["middle"], about: box, within: together ? room : null,
            clear: table.free.map((cell) => boxAround(cell, 0)) },
          () => [seat !== null && tag(state, seat), together && texts.map(rich), counters()]),
        ...(together ? [] : texts).map((text, n) => note("words", `${zone} ${n}`, text, () => h("span", rich(text)),
          { rank: 6, sides: ["middle", "head"], about: box, room: box.width }, () => rich(text))),
      ].filter((note) => note !== false);
    }),
    ...table.amiss.flatMap(({ spot }, n) => (spot
      ? [note("wrong", n, "", () => "!", { rank: 1, sides: ["above", "after", "before", "below"],
        about: boxAround(spot, EDGE_MM) })]
      : [])
    ),
  ];
}

/** Make the children of `parent` match `wanted`. Unchanged ones are left alone, so that nothing flickers.
 * @param {Element} parent @param {Map<string, { node: any, of: string }>} kept @param {Kept[]} wanted */
function reconcile(parent, kept, wanted) {
  const there = new Set(wanted.map(({ key }) => key));
  for (const [key, { node }] of kept) if (!there.has(key)) { node.remove(); kept.delete(key); }
  wanted.forEach(({ key, of, make, after }, n) => {
    const was = kept.get(key);
    if (was?.of !== of) {
      const node = make();
      was?.node.replaceWith(node);
      kept.set(key, { node, of });
    }
    const node = kept.get(key)?.node;
    after?.(node);
    if (parent.children[n] !== node) parent.insertBefore(node, parent.children[n] ?? null);
  });
}

/** Where a tap does something. The middle of the box is its `x` and `y`; `chooses` is whether there are several.
 * @typedef {{ key: string, box: TableBox, label: string, chooses: boolean, does: () => any }} TapTarget */

/** Create one panel of the table.
 * @param {TablePanel} panel @param {TableDrawing} table
 * @param {{ cards?: () => Element[] }} [how] `cards`: the cards here already, so that only pending actions are drawn */
export function drawPanel(panel, table, { cards } = {}) {
  const clip = `round${++serial}`;
  const layers = Object.fromEntries(LAYERS.map((name) => [name, { node: svg("g", {}), kept: new Map() }]));
  const [width, height] = table.matSize;
  const picture = svg("svg", { viewBox: `${panel.x} ${panel.y} ${panel.width} ${panel.height}`, "aria-hidden": "true" },
    svg("clipPath", { id: clip, clipPathUnits: "objectBoundingBox" },
      svg("rect", { width: 1, height: 1, rx: 0.06, ry: 0.043 })), table.mat && !cards
    && svg("image", { href: table.mat, width, height, transform: TURNS[table.quarters](width, height) }),
    ...LAYERS.map((name) => layers[name].node));
  const over = h("div.over", { "aria-hidden": "true" }), written = new Map();
  const touch = h("div.touch"), buttons = new Map();
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
  const aimed = (box, glow) => {
    const whole = box.width > panel.width - FRAME_MM && box.height > panel.height - FRAME_MM;
    return { ...glow, whole, box: whole ? panel : box };
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
    const lying = cards?.().map((card) => edgesIn(card, at));
    const homeless = placeLabels({ left: 0, top: 0, right: over.clientWidth, bottom: over.clientHeight },
      notes.map(({ place: { about, within, clear, ...more } }, n) => ({ ...more, element: over.children[n],
        about: edges(about), within: within && edges(within), clear: clear?.map(edges) })), lying ?? faces.map(edges));
    return notes.filter(({ left }, n) => left && homeless.includes(over.children[n]));
  }

  return {
    element: h("div.ground.felt", { data: { frame: clip },
      vars: { width: panel.width, height: panel.height } }, picture, over, touch),
    place,
    /** @param {TableDrawing} whole @param {PageState} state @param {TapTarget[]} [targets] */
    draw(whole, state, targets = []) {
      reconcile(touch, buttons, targets.filter(({ box }) => meets(box)).map(({ key, box, label, does }) => ({ key,
        of: JSON.stringify([box, label]), make: () => h("button.target", { data: { key },
          "aria-label": label, onclick: does, vars: { left: (box.x - box.width / 2 - panel.x) / panel.width,
            top: (box.y - box.height / 2 - panel.y) / panel.height, wide: box.width / panel.width,
            high: box.height / panel.height } }) })));
      const now = { ...whole, glows: whole.glows.map((glow) => aimed(shared(glow.box), glow)).filter(({ box }) =>
        box.width > 0 && box.height > 0),
        outlines: whole.outlines.filter((outline) => outline.whole || !cards) };
      const items = drawnItems(now, clip).filter(({ box }) => meets(box));
      for (const name of cards ? ["glow", "outline"] : LAYERS)
        reconcile(layers[name].node, layers[name].kept, items.filter(({ layer }) => layer === name));
      notes = writtenItems(now, state, panel.seat, panel).filter(({ key, place }) =>
        holds(place.about) && (!cards || /^(due|name|words) /.test(key)));
      faces = [
        ...now.lying.filter(({ count }) => count !== 0).map((card) => ({ ...boxAround(card, 0), key: card.key })),
        ...now.amiss.flatMap(({ spot }) => (spot ? [boxAround(spot, 0)] : [])),
      ];
      reconcile(over, written, notes);
      return place();
    },
  };
}

/** Create the list of misplaced cards, with a sentence and seat symbols for each, and what `more` returns.
 * @param {(wrong: MisplacedCard) => any} [more] */
export function misplacedList(more = () => null) {
  const element = h("ul.wrongs", { "aria-live": "polite" }), kept = new Map();
  return {
    element,
    /** @param {TableDrawing} table @param {PageState} state */
    draw({ amiss }, state) {
      const all = new Map(amiss.map((wrong) => [wrong.text, wrong])); // a phone already shows the question in a sheet
      reconcile(element, kept,
        [...all.values()].map((wrong) => {
          const { text, seats, asked } = wrong, extra = more(wrong);
          return { key: text, of: [seats, asked, extra?.dataset.key].join(), make: () =>
            h("li", { data: { asked: asked && "yes" } }, seats.map((seat) => tag(state, seat)),
              h("span.said", rich(text)), extra) };
        }));
    },
  };
}

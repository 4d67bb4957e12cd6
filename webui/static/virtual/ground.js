// Map the table's millimetres to the page. A single mat is drawn as it is. Several mats are drawn in regions: one
// large, and above it the other players’ small ones, with the shared one in their middle. On a narrow page the shared
// one is at the bottom, and a mat on which each seat has several zones is drawn in regions, too.

const GAP_PX = 8;
const SPOT_PX = { wide: 112, high: 122 }; // a lamp, a name and two lines of tokens on a narrow page; three if narrower
export const FLAT = 1.3; // as in virtual.css: a drawing this many times as wide as high has room beside the mat
export const FEW_SEATS = 4; // seats; of more, some sit at the right
const PLATE_PX = { wide: 190, high: 66 }; // room for a seat's lamp, name and tokens on a roomy drawing
const ABOVE = 0.37; // share of its height for the territories of the others
const SHARED = 0.3; // share of the height for the shared mat of a narrow page
const MARGIN_MM = 8; // of a region, outside its cells
const BESIDE = 1.85; // widths of a card that stay free beside the cards of a region: for a cell, and for its letter
export const LETTER_MM = 12; // as in drawing/panel.js

/** @typedef {[number, number, number, number]} Box left, top, right, bottom */
/** @typedef {{ seat: number | null, slot: number | null, mm: Box, x: number, y: number, scale: number }} Region a part
 * of the table, or in the row above what `slot` opens */

/** @typedef {{ seat: number, zone: string, many: boolean, mm: Box }} Home `mm`: around all zones of a seat */

/** The regions of the table, the size of the drawing in the units of `x` and `y`, whose region is large, and whose
 * it is when nobody opens another. On a `roomy` drawing, the plates of the seats are next to their zones.
 * @type {{ regions: Region[], homes: Home[], size: [number, number], large: number, own: number, several: boolean,
 *   roomy: boolean, parted: boolean, row: number, spot: number, below: number }} */
export const ground = { regions: [], homes: [], size: [1, 1], large: -1, own: -1, several: false, roomy: false,
  parted: false, row: 0, spot: 0, below: 0 };

/** @param {Box} box @param {number} x @param {number} y */
const distance = ([left, top, right, bottom], x, y) =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));

/** @param {(region: Region) => number} far */
const nearest = (far) => ground.regions.reduce((best, region) => (far(region) < far(best) ? region : best));

/** @param {Region} region @returns {Box} */
const drawnBox = ({ mm: [left, top, right, bottom], x, y, scale }) =>
  [x, y, x + (right - left) * scale, y + (bottom - top) * scale];

/** Return where a point of the table is drawn, and how large a millimetre is there: in per cent of the drawing.
 * @param {number} x_mm @param {number} y_mm */
export function drawnAt(x_mm, y_mm) {
  const { mm, x, y, scale } = nearest((region) => distance(region.mm, x_mm, y_mm)), [wide, high] = ground.size;
  return { left: ((x + (x_mm - mm[0]) * scale) / wide) * 100, top: ((y + (y_mm - mm[1]) * scale) / high) * 100,
    across: (scale / wide) * 100, down: (scale / high) * 100 };
}

/** Return the point of the table under a point of the drawing, which is given in shares of its width and height.
 * @param {number} across @param {number} down */
export function toMm(across, down) {
  const px = across * ground.size[0], py = down * ground.size[1];
  const { mm, x, y, scale } = nearest((region) => distance(drawnBox(region), px, py));
  return { x: mm[0] + (px - x) / scale, y: mm[1] + (py - y) / scale };
}

/** Whether a mat is drawn at a point of the drawing, which is given in shares of its width and height.
 * @param {number} across @param {number} down */
export function isOnMat(across, down) {
  const px = across * ground.size[0], py = down * ground.size[1];
  return ground.regions.some((region) => !distance(drawnBox(region), px, py));
}

/** Return the edges of a box of the table, in per cent of the drawing. @param {Box} box */
export function boxEdges([left, top, right, bottom]) {
  const middle = drawnAt((left + right) / 2, (top + bottom) / 2);
  const wide = ((right - left) * middle.across) / 2, high = ((bottom - top) * middle.down) / 2;
  return { left: middle.left - wide, top: middle.top - high, right: middle.left + wide, bottom: middle.top + high };
}

/** Return the style of a box of the table. @param {Box} box */
export function boxStyle(box) {
  const { left, top, right, bottom } = boxEdges(box);
  return { left: `${left}%`, top: `${top}%`, width: `${right - left}%`, height: `${bottom - top}%` };
}

/** Return the style of a card in the middle of a place.
 * @param {VirtualScene} scene @param {number} x @param {number} y */
export const cardStyle = ({ card_mm: [wide, high] }, x, y) =>
  boxStyle([x - wide / 2, y - high / 2, x + wide / 2, y + high / 2]);

/** @param {Box[]} boxes @returns {Box} */
const around = (boxes) => [Math.min(...boxes.map(([left]) => left)), Math.min(...boxes.map(([, top]) => top)),
  Math.max(...boxes.map(([, , right]) => right)), Math.max(...boxes.map(([, , , bottom]) => bottom))];

/** Return the seats with their own zone.
 * @param {VirtualScene} scene @param {number[]} here the seats of this match @returns {Home[]} */
const homesOf = ({ places, zones }, here) =>
  places.filter(({ seat, zone }) => here.includes(seat) && zones[zone]).map(({ seat, zone }) => {
    const own = Object.keys(zones).filter((name) => name.endsWith(`:${seat}`) && !name.startsWith("pile:"));
    return { seat, zone, many: own.length > 1, mm: around(own.map((name) => zones[name])) };
  });

/** Return the boxes of the zones for all, without zones that only represent a pile next to the table.
 * @param {VirtualScene} scene @returns {Box[]} */
export const sharedBoxes = ({ zones, piles, placed }) => Object.entries(zones).filter(([name, box]) =>
  /^pile:|^laid_away$/.test(name) ? name in piles || placed.some((card) => !distance(box, card.x_mm, card.y_mm))
    : !/:\d+$/.test(name)).map(([, box]) => box);

/** @type {Map<string, number>} where the drawn part of each region begins; it moves only if it must */
const begins = new Map();

/** Return the part of a region that has cards, or cells for a card, at least `least` wide.
 * @param {VirtualScene} scene @param {string} zone @param {number} least @returns {Box} */
function usedPart({ placed, held, zones, card_mm: [card] }, zone, least) {
  const [left, top, right, bottom] = zones[zone];
  const inside = (points) => points.filter(([x, y]) => x > left && x < right && y > top && y < bottom).map(([x]) => x);
  const cards = inside(placed.map(({ x_mm, y_mm }) => [x_mm, y_mm]));
  const here = cards.length ? cards : inside(Object.values(held).flatMap(({ fits }) => fits));
  const first = Math.max(left - LETTER_MM, here.length ? Math.min(...here) - BESIDE * card : (left + right) / 2);
  const last = Math.min(right, here.length ? Math.max(...here) + BESIDE * card : first);
  const wide = Math.min(right - left + LETTER_MM, Math.max(last - first, least));
  const begun = begins.get(zone) ?? (first + last - wide) / 2;
  const from = Math.max(left - LETTER_MM, Math.min(Math.max(begun, last - wide), first, right - wide));
  begins.set(zone, from);
  return [from, top + MARGIN_MM, from + wide, bottom - MARGIN_MM];
}

/** Return a region as large as its room allows, in the middle of it.
 * @param {number | null} seat @param {Box} mm @param {Box} room @param {number | null} [slot] @returns {Region} */
function fitted(seat, mm, [left, top, right, bottom], slot = null) {
  const wide = mm[2] - mm[0], high = mm[3] - mm[1];
  const scale = Math.min((right - left) / wide, (bottom - top) / high);
  return { seat, slot, mm, x: (left + right - wide * scale) / 2, y: (top + bottom - high * scale) / 2, scale };
}

/** Place the regions of a table on a drawing of `wide` by `high` pixels. The region of `large` is the large one; all
 * others except `own` have a slot in the row above.
 * @param {VirtualScene} scene @param {{ here: number[], own: number, large: number, roomy: boolean }} how
 * @param {number} wide @param {number} high */
export function layOut(scene, { here, own, large, roomy }, wide, high) {
  const homes = homesOf(scene, here), parted = homes.every(({ many }) => many);
  const several = (scene.mats.length > 1 || (parted && !roomy)) && homes.length > 1 && wide > 0 && high > 0;
  const spot = wide / homes.length, below = spot / 2;
  const row = below + SPOT_PX.high + (spot < SPOT_PX.wide ? 24 : 0), top = row + GAP_PX;
  const size = several ? [wide, high] : scene.mat_mm;
  Object.assign(ground, { homes, own, large, several, roomy: roomy && homes.length > 0, parted, row, spot, below,
    size });
  if (!several) {
    ground.regions = [{ seat: null, slot: null, mm: [0, 0, ...scene.mat_mm], x: 0, y: 0, scale: 1 }];
    return;
  }
  const common = around(sharedBoxes(scene));
  const ratio = (common[2] - common[0]) / (common[3] - common[1]);
  const others = homes.map(({ seat }) => seat).filter((seat) => seat !== own);
  /** @param {number} seat @param {Box} room @param {number | null} [slot] */
  const region = (seat, room, slot) => {
    const { zone, mm } = homes.find((home) => home.seat === seat) ?? homes[0];
    if (parted) return fitted(seat, mm, room, slot);
    const tall = scene.zones[zone][3] - scene.zones[zone][1] - 2 * MARGIN_MM;
    return fitted(seat, usedPart(scene, zone, ((room[2] - room[0]) * tall) / (room[3] - room[1])), room, slot);
  };
  if (roomy) {
    const foot = high * ABOVE, middle = foot * ratio, half = Math.ceil(others.length / 2);
    const cell = (wide - middle) / 2 / half, start = (n) => n * cell + (n < half ? 0 : middle + GAP_PX);
    ground.regions = [
      region(large, [PLATE_PX.wide, foot + GAP_PX, wide, high]),
      ...others.map((seat, n) =>
        region(seat === large ? own : seat, [start(n), PLATE_PX.high, start(n) + cell - GAP_PX, foot], seat)),
      fitted(null, common, [half * cell, 0, half * cell + middle, foot]),
    ];
    return;
  }
  const down = high - Math.min((high - top) * SHARED, wide / ratio);
  ground.regions = [
    region(large, [0, top, wide, down - GAP_PX]),
    ...others.map((seat, n) => region(seat === large ? own : seat,
      [(n + 1) * spot, row - below, (n + 2) * spot - GAP_PX, row], seat)),
    fitted(null, common, [0, down, wide, high]),
  ];
}

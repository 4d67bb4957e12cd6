// Where the table's millimetres are on the page. A single mat is drawn as it is. Several mats, or a mat on which each
// seat has several zones, are drawn in regions: one large, the shared one beside or below it, and the other players’
// small in a row above, or in a column if the shared one is a strip.

const GAP_PX = 8;
const ROW = { least: 76, share: 0.15, most: 132 }; // height of the row above
const NAMED_PX = { wide: 84, high: 98 }; // a name has a line of its own in a narrower spot, which is then as high
const SPOT_PX = 112; // width of a seat's lamp and name in that row, beside what it opens
const OWN_PX = 54; // height of the own lamp and name in a column, on top of the others
const CELL_PX = 92; // height of a lamp, a name and tokens
const COLUMN_PX = 150; // width of the lamps and names in a column
const PARTED_PX = 122; // height of a lamp, a name and two lines of tokens
export const FLAT = 1.3; // as in virtual.css: a drawing this many times as wide as high has room for a column
const STRIP = 3; // a shared region this many times as wide as high takes the whole width
const SMALL = 0.24; // most of the width for the small regions in a column
const BELOW_PX = 52; // on a narrow page, the height of what it opens, below its name
const WIDE_PX = 600;
const SHARED = { wide: 0.22, side: 0.2, high: 0.3 }; // share of the room for the shared mat: beside, or below
const THUMB_PX = 48; // least width of what a seat opens, with its margin
const MARGIN_MM = 8; // of a region, outside its cells
const BESIDE = 1.85; // widths of a card that stay free beside the cards of a region: for a cell, and for its letter
export const LETTER_MM = 12; // as in drawing/panel.js

/** @typedef {[number, number, number, number]} Box left, top, right, bottom */
/** @typedef {{ seat: number | null, slot: number | null, mm: Box, x: number, y: number, scale: number }} Region a part
 * of the table, or in the row above what `slot` opens */

/** The regions of the table, the size of the drawing in the units of `x` and `y`, whose region is large, and whose
 * it is when nobody opens another.
 * @type {{ regions: Region[], size: [number, number], large: number, own: number, several: boolean, row: number,
 *   spot: number, below: number, first: number, side: number }} */
export const ground = { regions: [], size: [1, 1], large: -1, own: -1, several: false, row: 0, spot: 0, below: 0,
  first: 0, side: 0 }; // `first`: where the large region begins beside a column; `side`: where the row ends

/** @param {Box} box @param {number} x @param {number} y */
const distance = ([left, top, right, bottom], x, y) =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));

/** @param {(region: Region) => number} far */
const nearest = (far) => ground.regions.reduce((best, one) => (far(one) < far(best) ? one : best));

/** @param {Region} region @returns {Box} */
const drawnBox = ({ mm: [left, top, right, bottom], x, y, scale }) =>
  [x, y, x + (right - left) * scale, y + (bottom - top) * scale];

/** Return where a point of the table is drawn, and how large a millimetre is there: in per cent of the drawing.
 * @param {number} x_mm @param {number} y_mm */
export function drawnAt(x_mm, y_mm) {
  const { mm, x, y, scale } = nearest((one) => distance(one.mm, x_mm, y_mm)), [wide, high] = ground.size;
  return { left: ((x + (x_mm - mm[0]) * scale) / wide) * 100, top: ((y + (y_mm - mm[1]) * scale) / high) * 100,
    across: (scale / wide) * 100, down: (scale / high) * 100 };
}

/** Return the point of the table under a point of the drawing, which is given in shares of its width and height.
 * @param {number} across @param {number} down */
export function toMm(across, down) {
  const px = across * ground.size[0], py = down * ground.size[1];
  const { mm, x, y, scale } = nearest((one) => distance(drawnBox(one), px, py));
  return { x: mm[0] + (px - x) / scale, y: mm[1] + (py - y) / scale };
}

/** Whether a mat is drawn at a point of the drawing, which is given in shares of its width and height.
 * @param {number} across @param {number} down */
export function isOnMat(across, down) {
  const px = across * ground.size[0], py = down * ground.size[1];
  return ground.regions.some((one) => !distance(drawnBox(one), px, py));
}

/** Return the style of a box of the table. @param {Box} box */
export function boxStyle([left, top, right, bottom]) {
  const middle = drawnAt((left + right) / 2, (top + bottom) / 2);
  const wide = (right - left) * middle.across, high = (bottom - top) * middle.down;
  return { left: `${middle.left - wide / 2}%`, top: `${middle.top - high / 2}%`, width: `${wide}%`,
    height: `${high}%` };
}

/** Return the style of a card in the middle of a place.
 * @param {VirtualScene} scene @param {number} x @param {number} y */
export const cardStyle = ({ card_mm: [wide, high] }, x, y) =>
  boxStyle([x - wide / 2, y - high / 2, x + wide / 2, y + high / 2]);

/** @param {Box[]} boxes @returns {Box} */
const around = (boxes) => [Math.min(...boxes.map((one) => one[0])), Math.min(...boxes.map((one) => one[1])),
  Math.max(...boxes.map((one) => one[2])), Math.max(...boxes.map((one) => one[3]))];

/** Return the seats with a zone of their own, and the box around all zones of a seat.
 * @param {VirtualScene} scene @param {number[]} here the seats of this match */
const homesOf = ({ places, zones }, here) =>
  places.filter(({ seat, zone }) => here.includes(seat) && zones[zone]).map(({ seat, zone }) => {
    const own = Object.keys(zones).filter((name) => name.endsWith(`:${seat}`) && !name.startsWith("pile:"));
    return { seat, zone, many: own.length > 1, box: around(own.map((name) => zones[name])) };
  });

/** Return the boxes of the zones for all, without those that only stand for a pile beside the table.
 * @param {VirtualScene} scene @returns {Box[]} */
const sharedBoxes = ({ zones, piles, placed }) => Object.entries(zones).filter(([name, box]) =>
  /^pile:|^laid_away$/.test(name) ? name in piles || placed.some((one) => !distance(box, one.x_mm, one.y_mm))
    : !/:\d+$/.test(name)).map(([, box]) => box);

/** @type {Map<string, number>} where the drawn part of each region begins; it moves only if it must */
const begins = new Map();

/** Return the part of a region that has cards, or cells for a card, at least `least` wide.
 * @param {VirtualScene} scene @param {string} zone @param {number} least @returns {Box} */
function usedPart({ placed, held, zones, card_mm: [card] }, zone, least) {
  const [left, top, right, bottom] = zones[zone];
  const inside = (points) => points.filter(([x, y]) => x > left && x < right && y > top && y < bottom).map(([x]) => x);
  const cards = inside(placed.map((one) => [one.x_mm, one.y_mm]));
  const here = cards.length ? cards : inside(Object.values(held).flatMap((one) => one.fits));
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

/** Place the regions of a table on a drawing of so many pixels. The region of `large` is the large one; those of all
 * but `own` have a slot in the row above.
 * @param {VirtualScene} scene @param {{ here: number[], own: number, large: number }} seats
 * @param {number} wide @param {number} high */
export function layOut(scene, { here, own, large }, wide, high) {
  const homes = homesOf(scene, here), parted = homes.every(({ many }) => many);
  const several = (scene.mats.length > 1 || parted) && homes.length > 1 && wide > 0 && high > 0;
  const below = parted && wide < high * FLAT ? wide / homes.length / 2 : wide > WIDE_PX ? 0 : BELOW_PX;
  const spot = below ? wide / homes.length : SPOT_PX;
  const least = parted ? PARTED_PX + (spot < SPOT_PX ? 24 : 0) : spot < NAMED_PX.wide ? NAMED_PX.high : ROW.least;
  const row = below + Math.max(least, Math.min(high * ROW.share, ROW.most)), top = row + GAP_PX;
  const size = several ? [wide, high] : scene.mat_mm;
  Object.assign(ground, { own, large, several, row, spot, below, first: 0, side: 0, size });
  if (!several) {
    ground.regions = [{ seat: null, slot: null, mm: [0, 0, ...scene.mat_mm], x: 0, y: 0, scale: 1 }];
    return;
  }
  const common = around(sharedBoxes(scene));
  const ratio = (common[2] - common[0]) / (common[3] - common[1]);
  const beside = wide > high && ratio < STRIP;
  const others = homes.map(({ seat }) => seat).filter((seat) => seat !== own);
  const side = Math.min(wide * SHARED.side, high * ratio); // if the row leaves all the height to the shared mat
  ground.side = beside && parted && (wide - side - spot) / others.length > spot + THUMB_PX ? side : 0;
  const [across, down] = beside
    ? [wide - (ground.side || Math.min(wide * SHARED.wide, (high - top) * ratio)), high]
    : [wide, high - Math.min((high - top) * SHARED.high, wide / ratio)];
  /** @param {number} seat @param {Box} room @param {number | null} [slot] */
  const region = (seat, room, slot) => {
    const { zone, box } = homes.find((one) => one.seat === seat) ?? homes[0];
    if (parted) return fitted(seat, box, room, slot);
    const tall = scene.zones[zone][3] - scene.zones[zone][1] - 2 * MARGIN_MM;
    return fitted(seat, usedPart(scene, zone, ((room[2] - room[0]) * tall) / (room[3] - room[1])), room, slot);
  };
  const column = (wide - ground.side - spot) / others.length;
  const foot = high - Math.min(high * SHARED.high, wide / ratio) - GAP_PX, cell = (foot - OWN_PX) / others.length;
  if (cell > CELL_PX && wide > high * FLAT && ratio > STRIP) {
    const [left, above, right, bottom] = homes[0].box;
    const end = COLUMN_PX + Math.min(((cell - GAP_PX) * (right - left)) / (bottom - above), wide * SMALL);
    Object.assign(ground, { row: foot, spot: COLUMN_PX, first: end + GAP_PX });
    ground.regions = [
      region(large, [end + GAP_PX, 0, wide, foot]),
      ...others.map((seat, n) => region(seat === large ? own : seat,
        [COLUMN_PX, OWN_PX + n * cell + GAP_PX, end, OWN_PX + (n + 1) * cell], seat)),
      fitted(null, common, [0, foot + GAP_PX, wide, high]),
    ];
    return;
  }
  ground.regions = [
    region(large, [0, top, across - (beside ? GAP_PX : 0), down - (beside ? 0 : GAP_PX)]),
    ...others.map((seat, n) => {
      const left = spot + n * column, first = below ? left : left + spot;
      return region(seat === large ? own : seat, [first, below && row - below, left + column - GAP_PX, row], seat);
    }),
    fitted(null, common, beside ? [across, ground.side ? 0 : top, wide, high] : [0, down, wide, high]),
  ];
}

// Where the table's millimetres are on the page. A single mat is drawn as it is. Several mats are drawn in regions:
// one region large, the shared mat beside or below it, and the other players’ small in a row above.

const GAP_PX = 8;
const ROW = { least: 76, share: 0.15, most: 132 }; // height of the row above
const NAMED_PX = { wide: 84, high: 98 }; // a name has a line of its own in a narrower spot, which is then as high
const SPOT_PX = 112; // width of a seat's lamp and name in that row, beside what it opens
const BELOW_PX = 52; // on a narrow page, the height of what it opens, below its name
const WIDE_PX = 600;
const SHARED = { wide: 0.22, high: 0.3 }; // share of the room for the shared mat: beside, or below
const MARGIN_MM = 8; // of a region, outside its cells
const BESIDE = 1.6; // widths of a card that stay free beside the cards of a region

/** @typedef {[number, number, number, number]} Box left, top, right, bottom */
/** @typedef {{ seat: number | null, slot: number | null, mm: Box, x: number, y: number, scale: number }} Region a part
 * of the table, or in the row above what `slot` opens */

/** The regions of the table, the size of the drawing in the units of `x` and `y`, whose region is large, and whose
 * it is when nobody opens another.
 * @type {{ regions: Region[], size: [number, number], large: number, own: number, several: boolean, row: number,
 *   spot: number, below: number }} */
export const ground = { regions: [], size: [1, 1], large: -1, own: -1, several: false, row: 0, spot: 0, below: 0 };

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

/** @type {Map<string, number>} where the drawn part of each region begins; it moves only if it must */
const begins = new Map();

/** Return the part of a region that has cards, or cells for a card, at least `least` wide.
 * @param {VirtualScene} scene @param {string} zone @param {number} least @returns {Box} */
function usedPart({ placed, held, zones, card_mm: [card] }, zone, least) {
  const [left, top, right, bottom] = zones[zone];
  const inside = (points) => points.filter(([x, y]) => x > left && x < right && y > top && y < bottom).map(([x]) => x);
  const cards = inside(placed.map((one) => [one.x_mm, one.y_mm]));
  const here = cards.length ? cards : inside(Object.values(held).flatMap((one) => one.fits));
  const first = Math.max(left, here.length ? Math.min(...here) - BESIDE * card : (left + right) / 2);
  const last = Math.min(right, here.length ? Math.max(...here) + BESIDE * card : first);
  const wide = Math.min(right - left, Math.max(last - first, least));
  const begun = begins.get(zone) ?? (first + last - wide) / 2;
  const from = Math.max(left, Math.min(Math.max(begun, last - wide), first, right - wide));
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

/**
 * Place the regions of a table on a drawing of so many pixels. The region of `large` is the large one; those of all
 * but `own` have a slot in the row above.
 * @param {VirtualScene} scene @param {{ own: number, large: number }} seats @param {number} wide @param {number} high
 */
export function layOut(scene, { own, large }, wide, high) {
  const homes = scene.places.filter(({ zone }) => scene.zones[zone]);
  const several = scene.mats.length > 1 && homes.length > 1 && wide > 0 && high > 0;
  const below = wide > WIDE_PX ? 0 : BELOW_PX, spot = below ? wide / homes.length : SPOT_PX;
  const least = spot < NAMED_PX.wide ? NAMED_PX.high : ROW.least;
  const row = below + Math.min(Math.max(least, high * ROW.share), ROW.most), top = row + GAP_PX;
  Object.assign(ground, { own, large, several, row, spot, below, size: several ? [wide, high] : scene.mat_mm });
  if (!several) {
    ground.regions = [{ seat: null, slot: null, mm: [0, 0, ...scene.mat_mm], x: 0, y: 0, scale: 1 }];
    return;
  }
  const names = homes.map(({ zone }) => zone);
  const common = around(Object.entries(scene.zones).filter(([zone]) => !names.includes(zone)).map(([, box]) => box));
  const ratio = (common[2] - common[0]) / (common[3] - common[1]);
  const beside = wide > high;
  const [across, down] = beside
    ? [wide - Math.min(wide * SHARED.wide, (high - top) * ratio), high]
    : [wide, high - Math.min((high - top) * SHARED.high, wide / ratio)];
  /** @param {number} seat @param {Box} room @param {number | null} [slot] */
  const region = (seat, room, slot) => {
    const zone = homes.find((one) => one.seat === seat)?.zone ?? names[0];
    const tall = scene.zones[zone][3] - scene.zones[zone][1] - 2 * MARGIN_MM;
    return fitted(seat, usedPart(scene, zone, ((room[2] - room[0]) * tall) / (room[3] - room[1])), room, slot);
  };
  const others = homes.map(({ seat }) => seat).filter((seat) => seat !== own), column = (wide - spot) / others.length;
  ground.regions = [
    region(large, [0, top, across - (beside ? GAP_PX : 0), down - (beside ? 0 : GAP_PX)]),
    ...others.map((seat, n) => {
      const left = spot + n * column, first = below ? left : left + spot;
      return region(seat === large ? own : seat, [first, below && row - below, left + column - GAP_PX, row], seat);
    }),
    fitted(null, common, beside ? [across, top, wide, high] : [0, down, wide, high]),
  ];
}

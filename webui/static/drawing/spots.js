// The cards on a page, and the places for cards. A card has `data-fly`, its identity, and `data-face`, the card that it
// shows; `data-whose` and `data-goes` are the seats that it comes from and goes to. A place has `data-place`, its name,
// and `data-count` if it is a pile; a seat is a place, too ("seat:2"). A card belongs to its `data-frame`, or the page.

/** @typedef {{ x: number, y: number, width: number, height: number, turn: number }} Spot middle, size, degrees */
/** @typedef {{ spot: Spot, picture: string, name: string, faint?: boolean, element?: any }} Look of a card somewhere;
 * a `faint` one is hardly there */
/** @typedef {Look & { data: any, frame: any, at: number[] }} Card `at`: where in its frame */
/** @typedef {{ key: string, spot: Spot, picture: string, name: string, count: number }} Place */

const SAME_PX = 8; // a card that is turned over stays this close
const MOVED = 0.01; // share of its frame by which a card moves at least

/** Return the picture on an element, which is in its card's place: the element may be covered in part. */
const pictureOn = (element) => element.querySelector("image, img");

/** Return the spot of a card. @param {any} [shown] the element that shows it @returns {Spot} */
export function spotOf(card, shown = pictureOn(card) ?? card) {
  const { left, top, width, height } = shown.getBoundingClientRect();
  const turn = parseFloat(card.style.getPropertyValue("--turn")) || 0;
  const upright = turn % 180 === 0; // else its box is larger
  return { x: left + width / 2, y: top + height / 2, turn, width: upright ? width : shown.offsetWidth,
    height: upright ? height : shown.offsetHeight };
}

/** Return the spot of an element that is transformed now. @returns {Spot} */
export function movingSpot(element) {
  const { a, b, c, d } = new DOMMatrix(getComputedStyle(element).transform);
  return { ...spotOf(element, element), width: element.offsetWidth * Math.hypot(a, b),
    height: element.offsetHeight * Math.hypot(c, d), turn: Math.atan2(b, a) * 180 / Math.PI };
}

/** Return the address of the picture on an element. */
const addressOf = (image) => image?.getAttribute("href") ?? image?.getAttribute("src") ?? "";

/** Return the cards that the page shows, by identity. If a card is there twice, its first place counts.
 * @returns {Map<string, Card>} */
export function shownCards() {
  const cards = new Map(), boxes = new Map([[document.body, new DOMRect(0, 0, innerWidth, innerHeight)]]);
  for (const element of /** @type {NodeListOf<any>} */ (document.querySelectorAll("[data-fly]"))) {
    const data = { ...element.dataset }, spot = spotOf(element);
    if (!spot.width || cards.has(data.fly)) continue;
    const frame = element.closest("[data-frame]") ?? document.body;
    if (!boxes.has(frame)) boxes.set(frame, frame.getBoundingClientRect());
    const { left, top, width, height } = /** @type {DOMRect} */ (boxes.get(frame));
    cards.set(data.fly, { element, data, frame, spot, picture: addressOf(pictureOn(element)),
      name: element.querySelector("text")?.textContent ?? "",
      at: [(spot.x - left) / width, (spot.y - top) / height, spot.width / width, spot.turn / 360] });
  }
  return cards;
}

/** Return the places for cards, by name; a pile's place is that of its picture. @returns {Map<string, Place>} */
export function shownPlaces() {
  const places = new Map();
  for (const element of /** @type {NodeListOf<any>} */ (document.querySelectorAll("[data-place], .seat[data-seat]"))) {
    const { seat, place = `seat:${seat}`, count } = element.dataset;
    const image = count === undefined ? null : pictureOn(element), spot = spotOf(element, image ?? element);
    if (spot.width && !places.has(place)) places.set(place, { key: place, spot, name: "", count: Number(count ?? 0),
      picture: addressOf(image) });
  }
  return places;
}

/** @param {Spot} spot @param {Spot} other */
export const distance = (spot, other) => Math.hypot(spot.x - other.x, spot.y - other.y);

/** Whether two spots are the same for the eye. @param {Spot} spot @param {Spot} other */
export const isSame = (spot, other) =>
  distance(spot, other) < SAME_PX && Math.abs(spot.width - other.width) < SAME_PX;

/** Whether a card has moved in its frame, or was turned over. @param {Card} was @param {Card} is */
export const hasMoved = (was, is) => was.frame !== is.frame || was.picture !== is.picture
  || is.at.some((at, n) => Math.abs(at - was.at[n]) > MOVED);

/** Whether a spot is in the window. @param {Spot} spot */
export const isInView = ({ x, y }) => x > 0 && y > 0 && x < innerWidth && y < innerHeight;

/** Return a card in the middle of a place, and no larger; a pile has its own look.
 * @param {Look} card @param {Place} place @returns {Look} */
export function lyingAt({ spot, picture, name }, place) {
  const scale = Math.min(1, place.spot.width / spot.width, place.spot.height / spot.height);
  return { spot: { ...place.spot, width: spot.width * scale, height: spot.height * scale },
    picture: place.picture || picture, name: place.picture ? "" : name, faint: true };
}

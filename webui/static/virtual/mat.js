// Cards on the virtual mat: dragged, turned and flipped, by pointer or keyboard.

import { post, toast } from "../base/http.js";
import { h, t } from "../base/dom.js";
import { travel } from "../drawing/flights.js";
import { PILE } from "../match/handcards.js";
import { drawnAt, isOnMat, toMm } from "./ground.js";

const STEP_MM = 10;
const FINE_MM = 2;
const TURN_DEG = 15;
const TAP_PX = 4; // a smaller movement is a tap

const within = (most, value) => Math.min(most, Math.max(0, value));

/** @param {string} id */
const isPile = (id) => id === PILE || id.startsWith(`${PILE}:`);

/** Keep the cards on `element` as in the scene, except those under a pointer. `says.target(event)` returns the drop
 * target below the pointer: an element with `data-drop` ``pile``, ``discards`` or ``hand`` (with `data-seat`).
 * `says.tapped(id)` is called for a tap. A card from a hand is laid where it is dropped, or goes back. */
export function mat(element, says) {
  element.dataset.frame = "mat"; // cards count as moved within it
  const cards = new Map(); // id -> { element, place, busy, next }
  const blind = new Set(); // cards that were dropped face down; the table decides whether to turn them face up
  /** @type {VirtualScene} */
  let scene;

  const lay = (card) => {
    const { x_mm, y_mm, turn_deg: turn } = card.place, [width, height] = scene.card_mm;
    const { left, top, across } = drawnAt(x_mm, y_mm);
    Object.assign(card.element.style,
      { left: `${left}%`, top: `${top}%`, width: `${width * across}%`, aspectRatio: `${width} / ${height}` });
    card.element.style.setProperty("--turn", `${turn}deg`);
  };

  const { send, soon, stop } = placing((id) => cards.get(id), (id) => travel(() => drop(id)));
  const move = (card, change, off = false) => {
    Object.assign(card.place, change);
    const [width, height] = scene.mat_mm;
    const { x_mm: x, y_mm: y } = card.place;
    if (!off) Object.assign(card.place, { x_mm: within(width, x), y_mm: within(height, y) });
    card.place.turn_deg = ((card.place.turn_deg % 360) + 360) % 360;
    lay(card);
    if (!off && !isPile(card.id) && !card.aloft) soon(card); // a card over the rim is in the air
  };
  /** Forget the place from which a card was picked up: it is on the mat. */
  const settle = (card) => { card.home = null; card.aloft = card.blind = card.fresh = false; };
  /** Draw a card above the first `under` cards; moving its node would lose the pointer. */
  const rise = (card, under) => { card.element.style.zIndex = String(under + 1); };
  /** Put a card back in the place from which it was picked up. */
  const putDownAgain = (card) => {
    stop(card);
    travel(() => move(card, card.lay));
  };
  const turn = (card, by) => move(card, { turn_deg: card.place.turn_deg + by });
  const flip = (card) => { move(card, { face_up: !card.place.face_up }); dress(card); };
  /** Drop a card on a target off the mat; if the table refuses, it goes back to its place. */
  async function give(card, path, body = {}) {
    const { id } = card;
    stop(card);
    await card.sent; // wait until its last position was sent
    if (await post(path, { id, ...body })) drop(id);
    else if (cards.get(id) === card) putDownAgain(card);
  }
  const take = (card) => give(card, "/virtual/take");
  const putBack = (card) => give(card, "/virtual/back");
  const takeBack = (card) => card.id in scene.came && give(card, "/virtual/hold", { seat: scene.came[card.id] });
  const DROPS = {
    pile: (card) => !isPile(card.id) && putBack(card),
    discards: (card) => !isPile(card.id) && take(card),
    hand: (card, target) => give(card, "/virtual/hold", { seat: Number(target.dataset.seat),
      lay: [card.lay.x_mm, card.lay.y_mm, card.lay.turn_deg] }),
  };

  const at = (event) => {
    const box = element.getBoundingClientRect();
    return toMm((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  };
  /** Whether a card is dropped beside the mat there, or on a plate that lies on its corner. */
  const outside = (event) => {
    const { left, top, right, bottom } = element.getBoundingClientRect(), { clientX: x, clientY: y } = event;
    return Boolean(says.target(event)) || !isOnMat((x - left) / (right - left), (y - top) / (bottom - top));
  };

  /** Whether the pointer is where the card was picked up; the pile may have been redrawn. */
  const atHome = ({ id, home }, { clientX: x, clientY: y }) => {
    const under = document.elementFromPoint(x, y);
    return home?.contains(under)
      || /** @type {HTMLElement | null} */ (under?.closest("[data-zone]"))?.dataset.zone === id;
  };

  /** Let a finger drag a card, or turn it by its handle. */
  function hold(card, event) {
    if (card.finger !== null) return;
    card.finger = event.pointerId;
    card.element.setPointerCapture(event.pointerId);
    rise(card, scene.placed.length);
    const from = at(event);
    card.dragged = false;
    card.lay = { ...card.place };
    card.from = { x: event.clientX, y: event.clientY };
    card.grip = { x: from.x - card.place.x_mm, y: from.y - card.place.y_mm };
    card.element.classList.add("held");
  }
  function drag(card, event) {
    if (card.finger !== event.pointerId) return;
    if (card.turning !== null) return move(card, { turn_deg: around(card, event) - card.turning });
    const point = at(event);
    card.dragged ||= Math.hypot(event.clientX - card.from.x, event.clientY - card.from.y) > TAP_PX;
    if (!card.dragged) return;
    const off = outside(event);
    move(card, { x_mm: point.x - card.grip.x, y_mm: point.y - card.grip.y }, off);
    float(card, event, off);
    if (!card.aloft) document.body.dataset.drags = "yes"; // the hand says that it takes the card back
  }
  function release(card, event) {
    // The card lies where the finger was lifted, which may be beyond the last move event.
    if (event.type === "pointerup") drag(card, event);
    if (card.finger !== event.pointerId) return;
    const wasTurning = card.turning !== null;
    card.finger = card.turning = null;
    card.element.classList.remove("held");
    float(card, event, false);
    delete document.body.dataset.drags;
    const { id } = card, { x_mm, y_mm, turn_deg } = card.place, up = event.type === "pointerup";
    const lies = up && !outside(event), target = up && !wasTurning && !lies ? says.target(event) : null;
    if (target && target !== card.home) {
      if (card.aloft) drop(id);
      DROPS[target.dataset.drop](card, target);
    } else if (isPile(id)) {
      drop(id);
      if (target ?? atHome(card, event)) says.tapped(id);
      else if (lies) post("/virtual/place", { id, x_mm, y_mm, turn_deg, face_up: true });
    } else if (card.blind && lies) {
      drop(id);
      blind.add(id);
      // The table turns it face up in zones where it reads cards.
      post("/virtual/place", { id, x_mm, y_mm, turn_deg, face_up: null });
    } else if (card.aloft && (target || !lies)) {
      travel(() => drop(id)); // the card goes back
      if (target || atHome(card, event)) says.tapped(id);
    } else if (card.dragged && !lies) putDownAgain(card);
    else if (card.aloft || card.dragged) {
      settle(card);
      card.fresh = true; // until the table has it, too
      send(id);
    } else if (up && !wasTurning) says.tapped(id);
  }
  /** Return the angle at which the pointer is from the middle of a card. */
  const around = (card, event) => {
    const { left, top, width, height } = card.element.getBoundingClientRect();
    return (Math.atan2(event.clientY - top - height / 2, event.clientX - left - width / 2) * 180) / Math.PI;
  };

  const KEYS = {
    ArrowLeft: (card, by) => move(card, { x_mm: card.place.x_mm - by }),
    ArrowRight: (card, by) => move(card, { x_mm: card.place.x_mm + by }),
    ArrowUp: (card, by) => move(card, { y_mm: card.place.y_mm - by }),
    ArrowDown: (card, by) => move(card, { y_mm: card.place.y_mm + by }),
    r: (card) => turn(card, TURN_DEG),
    R: (card) => turn(card, -TURN_DEG),
    f: flip,
    Enter: (card) => says.tapped(card.id),
    Delete: take,
    Backspace: take,
    b: putBack,
    t: takeBack,
  };

  function dress(card) {
    const { place } = card;
    const name = says.label(place.card);
    card.element.setAttribute("aria-label",
      t("page.card.placed", { card: place.face_up ? name : t("page.card.down") }));
    const picture = (place.face_up && scene.pictures[place.card]) || scene.back;
    if (card.image.getAttribute("src") !== picture) card.image.setAttribute("src", picture);
    if (place.face_up && place.card) card.element.dataset.face = place.card;
    else delete card.element.dataset.face;
  }

  function add(place) {
    const image = h("img", { alt: "", draggable: "false" });
    const handle = h("span.turn", { "aria-hidden": "true" }, "⟳");
    const box = h("div.placed", { tabindex: "0", role: "button", "aria-roledescription": t("page.card.role"),
      data: { id: place.id, fly: place.id } }, image, handle);
    /** @type {any} */
    const card = { id: place.id, element: box, image, place: { ...place }, finger: null, turning: null };
    box.addEventListener("pointerdown", (event) => {
      if (event.button > 0) return;
      event.preventDefault();
      box.focus({ preventScroll: true });
      hold(card, event);
      if (event.target === handle) card.turning = around(card, event) - card.place.turn_deg;
    });
    box.addEventListener("pointermove", (event) => drag(card, event));
    for (const end of ["pointerup", "pointercancel"]) box.addEventListener(end, (event) => release(card, event));
    box.addEventListener("wheel", (event) => {
      event.preventDefault();
      turn(card, Math.sign(event.deltaY) * 5);
    }, { passive: false });
    box.addEventListener("dblclick", () => flip(card));
    box.addEventListener("keydown", (event) => {
      const key = KEYS[event.key];
      if (!key || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      key(card, event.shiftKey ? FINE_MM : STEP_MM);
    });
    cards.set(place.id, card);
    element.append(box);
    return card;
  }

  function drop(id) {
    cards.get(id)?.element.remove();
    cards.get(id)?.ghost?.remove();
    cards.delete(id);
  }

  return {
    /** @param {VirtualScene} newScene */
    draw(newScene) {
      scene = newScene;
      const there = new Set(scene.placed.map((place) => place.id));
      for (const [id, card] of [...cards]) if (!there.has(id) && !card.fresh) drop(id);
      for (const [n, place] of scene.placed.entries()) {
        if (blind.delete(place.id) && !place.face_up) toast(t("page.card.stays"));
        const card = cards.get(place.id) ?? add(place);
        settle(card);
        const mine = card.finger !== null || card.timer || card.busy; // the pointer's place is newer than the state's
        if (!mine) { card.place = { ...place }; rise(card, n); }
        lay(card);
        dress(card);
      }
    },
    /** Pick up a card from its place (`home`) under the pointer, and keep dragging it. */
    pick(place, event, home = null) {
      const card = cards.get(place.id) ?? add(place);
      card.fresh = card.aloft = true;
      card.blind = !place.face_up && !isPile(place.id);
      card.home = home;
      const point = at(event);
      card.place = { ...place, x_mm: point.x, y_mm: point.y };
      lay(card);
      dress(card);
      hold(card, event);
      card.grip = { x: 0, y: 0 };
      return card.element;
    },
    /** Lay a card down, as the keyboard does. */
    lay(place) {
      const card = cards.get(place.id) ?? add(place);
      card.fresh = true;
      card.place = { ...place };
      lay(card);
      dress(card);
      send(place.id);
      card.element.focus();
    },
    at,
  };
}

// -- cards in the air --

const WHILE_MS = 120; // time between two updates of a moving card

/** Return functions that send the places of cards from `find(id)`; `drop(id)` takes a refused card away.
 * @param {(id: string) => any} find @param {(id: string) => void} drop */
function placing(find, drop) {
  /** Send a card's place now, or as soon as the last one has arrived. @param {string} id */
  async function send(id) {
    const card = find(id);
    if (!card) return;
    if (card.busy) { card.next = true; return; }
    card.busy = true;
    const { x_mm, y_mm, turn_deg, face_up } = card.place;
    card.sent = post("/virtual/place", { id, x_mm, y_mm, turn_deg, face_up });
    if (!await card.sent && card.fresh) drop(id);
    card.busy = false;
    if (card.next) { card.next = false; send(id); }
  }
  const soon = (card) => { card.timer ||= setTimeout(() => { card.timer = 0; send(card.id); }, WHILE_MS); };
  const stop = (card) => { clearTimeout(card.timer); card.timer = 0; };
  return { send, soon, stop };
}

/** Show a card in the air, `off` the mat: it lies over everything, as large as in the hand.
 * @param {any} card @param {PointerEvent} event @param {boolean} off */
export function float(card, { clientX: x, clientY: y }, off) {
  card.element.style.opacity = off ? "0" : "";
  if (off && !card.ghost) document.body.append(card.ghost = h("img.ghost", { src: card.image.src, alt: "" }));
  if (off) Object.assign(card.ghost.style, { left: `${x}px`, top: `${y}px` });
  else { card.ghost?.remove(); card.ghost = null; }
}

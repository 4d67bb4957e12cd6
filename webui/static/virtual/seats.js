// The seats beside the mat: each has a lamp to press, a name with tokens, and the cards that lie before it.

import { post, ruleLink, ruleOf } from "../base/http.js";
import { counter, find, h, redraw, rich, show, t } from "../base/dom.js";
import { botMark } from "../match/board.js";
import { overlap } from "../base/boxes.js";
import { edgesIn, placeLabels } from "../drawing/labels.js";
import { boxEdges, FEW_SEATS, ground, sharedBoxes } from "./ground.js";
import { homeOf } from "./mats.js";
import { pressable } from "./pressing.js";
import { trayHand } from "./tray.js";

const DENIED_MS = 5000;
const ANYWHERE = "mat"; // the zone of cards that may lie in any place

/** @typedef {(id: string, hand: number) => HTMLElement} MakeCard makes the button of a card in a hand */

/** Return the bank of a seat, and its place in it. On a roomy page that is only its place in the order of
 * the keyboard.
 * @param {VirtualState} state @param {number} seat @returns {["a" | "b", number]} */
function standing({ scene, seats }, seat) {
  const home = homeOf(scene, seat);
  const opens = seat === ground.own ? ground.large : seat; // the seat drawn in its place
  if (ground.several || ground.roomy) return ["a", seat === ground.large ? -1 : opens];
  if (!home) return seat && seat <= seats.length / 2 ? ["a", -seat] : ["b", seat || seats.length];
  const { edge, along } = home; // rows above and below the mat; a side's seat ends one of them
  const above = scene.places.filter((place) => place.edge === "top" && seats[place.seat]).length < 2;
  const up = edge === "top" || (edge !== "bottom" && (above || edge === "left"));
  return [up ? "a" : "b", -({ left: -1, right: 2 }[edge] ?? along)];
}

/** Let each seat's plate stand at the outer side of its zones, clear of everybody's, or beside the mat if cards lie
 * across all zones. No plate lies over a pile or a hand. Cards that are held up stand in the zone.
 * @param {VirtualState} state */
function placePlates({ scene, table }) {
  const surface = /** @type {HTMLElement} */ (find("#spots").parentElement), box = surface.getBoundingClientRect();
  const pane = edgesIn(find("#pane"), box);
  const across = (pane.right - pane.left) / 100, down = (pane.bottom - pane.top) / 100;
  const drawn = (mm) => {
    const { left, top, right, bottom } = boxEdges(mm);
    return { left: pane.left + left * across, top: pane.top + top * down, right: pane.left + right * across,
      bottom: pane.top + bottom * down };
  };
  const zones = ground.several ? ground.regions.map(({ mm }) => mm)
    : [...ground.homes.map(({ mm }) => mm), ...sharedBoxes(scene)];
  const isSpread = table?.lying.some(({ zone, kind }) => kind !== "pile" && ![ANYWHERE, ...Object.keys(scene.zones)]
    .includes(zone));
  const spots = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-spot]"));
  const room = edgesIn(surface, box);
  if (find("#table").dataset.crowded === "yes") room.right = edgesIn(find("aside"), box).left; // what opens covers none
  /** @type {import("../drawing/labels.js").Label[]} */
  const plates = [...spots].map((element) => {
    const seat = Number(element.dataset.spot), { edge, along } = homeOf(scene, seat) ?? { edge: "", along: 0 };
    const region = [...ground.regions, ...ground.homes].find((area) => area.seat === seat);
    const home = region ? drawn(region.mm) : pane, about = isSpread ? pane : home;
    const large = ground.several && seat === ground.large, above = ground.several && !large;
    const left = large || home.left + home.right < pane.left + pane.right + 1;
    return { element, rank: edge === "right" ? 1 : along, about, within: room,
      start: large || edge === "top" || (above && left), end: edge === "bottom" || (above && !left),
      sides: above ? ["above"] : [left ? "before" : "after", "above", "below"] };
  });
  const tray = [...find("#tray").querySelectorAll(".pile, .hand")].map((part) => edgesIn(part, box));
  for (const element of placeLabels(room, plates, [...zones.map(drawn), ...tray])) element.hidden = false;
  if (find("#table").dataset.bare !== "yes") return;
  const cards = [...document.querySelectorAll("#mat .placed")].map((card) => edgesIn(card, box));
  for (const { element, about } of plates) {
    const hands = find(".hands", element), at = edgesIn(element, box);
    const lies = cards.some((card) => overlap(card, about));
    Object.assign(hands.style, { left: `${about.left - at.left}px`, top: `${about.top - at.top}px`,
      width: `${about.right - about.left}px`, height: `${about.bottom - about.top}px`,
      placeContent: lies ? "end" : "" });
  }
}

/** Return a lamp. @param {SeatPanel} seat */
function lamp({ seat, symbol }) {
  const button = h("button.led", { data: { seat, key: `led${seat}` } },
    h("span.cap", { data: { symbol } }, symbol));
  pressable(button, (down) => post("/virtual/button", { seat, down }));
  return button;
}

/** Show for a while why a press did nothing. @param {HTMLElement} element @param {Denied | null} denied */
function showDenied(element, denied) {
  const first = element.dataset.why === undefined, why = denied?.text ?? "";
  if (element.dataset.why === why) return;
  element.dataset.why = why;
  if (first) return;
  redraw(element, why, denied && ruleLink(ruleOf(denied)));
  setTimeout(() => { if (element.dataset.why === why) redraw(element); }, DENIED_MS);
}

/** Draw the cards of a hand that is not in the tray. Several hidden ones are one back with their number.
 * @param {HTMLElement} element @param {VirtualState} state @param {number} hand @param {MakeCard} heldCard */
function drawHand(element, state, hand, heldCard) {
  const { scene } = state, shown = trayHand(state);
  const held = hand === shown ? [] : scene.hands[hand] ?? [], faces = held.map((id) => scene.faces[id]);
  const heap = held.length > 2 && faces.every((face) => face === undefined);
  element.dataset.place = `seat:${hand}`;
  if (heap) element.dataset.count = String(held.length); else delete element.dataset.count;
  show(find(".hands", element), [held, faces], () => {
    const shown = held.slice(0, heap ? 1 : undefined).map((id) => heldCard(id, hand));
    if (heap) delete shown[0].dataset.fly; // its top card changes
    return [shown, heap && h("b.many", { "aria-hidden": "true" }, String(held.length))];
  });
}

/** Return the place of a seat, or of a party without one, made again if it is the other kind.
 * @param {VirtualState} state @param {number} number @param {string} kind @param {() => any[]} parts */
function spot(state, number, kind, parts) {
  const [side, order] = standing(state, number), bank = find(`.bank[data-side="${side}"]`);
  let element = find(`[data-spot="${number}"]`);
  if (element?.className !== kind) {
    element?.remove();
    element = h("div", { class: kind, data: { spot: number, drop: "hand" } }, parts());
  }
  if (element.parentElement !== bank) bank.append(element);
  Object.assign(element.style, { order: String(Math.round(order * 100)), transform: "" });
  find(".hands", element).removeAttribute("style"); // the page may be narrow now
  return element;
}

/** Draw all seats, and the parties without a seat that have a hand.
 * @param {VirtualState} state @param {MakeCard} heldCard */
export function drawSeats(state, heldCard) {
  for (const seat of state.seats) {
    const element = spot(state, seat.seat, "spot", () => [lamp(seat), h("div.hands"),
      h("div.about"), h("p.denied", { role: "status" })]);
    Object.assign(element.dataset, { seat: seat.seat, out: seat.out ? "yes" : "no", cue: seat.cue,
      own: ground.own === seat.seat ? "yes" : "no" });
    const led = find(".led", element);
    led.dataset.light = seat.light;
    led.dataset.asked = seat.asked ? "yes" : "no";
    led.setAttribute("aria-label", t("page.led", { seat: seat.label, cue: seat.cueText }));
    drawHand(element, state, seat.seat, heldCard);
    const most = ground.several ? 1 : ground.roomy && state.seats.length > FEW_SEATS ? 0 : undefined;
    const notes = seat.notes.slice(0, most);
    const cues = [...new Set([seat.says ? "" : seat.cueText, ...notes, seat.says])].filter(Boolean); // all notes, too
    show(find(".about", element), [seat.name, seat.bot, seat.tokens, cues], () => [
      h("p.name", { translate: "no", title: seat.name }, seat.name),
      botMark(seat),
      h("p.tokens", seat.tokens.map(counter)),
      h("p.cue", cues.map((cue) => h(cue === seat.says ? "em" : "span", { title: cue }, cue))),
    ]);
    showDenied(find(".denied", element), seat.denied);
  }
  const parties = state.others.map(({ name }, n) => ({ name, number: state.seats.length + n }))
    .filter(({ number }) => state.scene.hands[number]);
  for (const { name, number } of parties) {
    const element = spot(state, number, "spot without", () => [h("div.hands"), h("div.about")]);
    drawHand(element, state, number, heldCard);
    show(find(".about", element), [name], () => h("p.name", { translate: "no" }, rich(name)));
  }
  const last = Math.max(state.seats.length - 1, ...parties.map(({ number }) => number));
  for (const element of document.querySelectorAll("[data-spot]"))
    if (Number(/** @type {HTMLElement} */ (element).dataset.spot) > last) element.remove();
  if (ground.roomy) placePlates(state);
}

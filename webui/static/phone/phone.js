// The phone page.

import { post, confirmed, ruleOf, toast } from "../base/http.js";
import { rematchButton, pauseButton } from "../match/matchbuttons.js";
import { nameChips, nameField, ruleLinks, drawFocus, drawLive, drawSeats, drawTop, seatName } from "../match/board.js";
import { drawEnding } from "../match/ending.js";
import { languages } from "../device/device.js";
import { find, h, rich, served, show, t } from "../base/dom.js";
import { isUnclaimed, drawUnclaimed, drawHandOver, freeSeats, openSeatView, leaveSeat, openMoreSeats, playerForms, renameHint } from "./sharedphone.js";
import { menu } from "../match/menu.js";
import { drawLesson } from "../match/lesson.js";
import { follow } from "../base/live.js";
import { drawOffers } from "../match/offers.js";
import { photoAgainButtons, drawPhoto, photoButton } from "./photo.js";
import { crop } from "../match/ruling.js";
import { comesUp, sheets } from "../match/sheets.js";
import { drawSitDown } from "./sitdown.js";

let state = served.state;
/** @type {{ draw: (state: PageState, of: TableDrawing | null) => void } | null} */
let table = null; // the function that draws the table; it loads after the first paint
/** @type {((sheet: any, current: () => PageState) => void) | null} */
let holds = null; // the function that draws the hands at a virtual table
const sheet = sheets({ covers: true, beneath: (asked) => photoAgainButtons(sheet, () => state, asked) });

/** Return the offers for this phone's own seat; the table's offers are in the sheets. */
const ownOffers = () => state.offers.filter((offer) => offer.by === "seat");

/** Ask for a seat; for one that another browser has, only if the user says that it is theirs. @param {SeatPanel} seat */
async function takeSeat({ seat, held, label }) {
  if (held && !(await confirmed(t("page.seat.ask.sure", { seat: label }), t("page.seat.ask")))) return;
  if (await post("/api/seat/take", held ? { seat, held } : { seat })) again();
}

/** Return the seats that another browser has, perhaps one on this phone. */
const heldSeats = () => (state.yours.length ? [] : state.seats.filter((seat) => seat.held && !seat.out));

/** Open the list of held seats, one of which may be this player's in another browser. */
const openHeldSeats = () => sheet.open(() => [
  sheet.header(t("page.watch.mine")),
  h("div", { class: "choices" }, heldSeats().map((seat) => h("button", {
    class: "option", data: { seat: String(seat.seat), key: `mine${seat.seat}` }, onclick: () => takeSeat(seat),
  }, seatName(seat)))),
], { watches: () => heldSeats().map((seat) => seat.name), stands: () => heldSeats().length > 0 });

/** Return the words on a seat that can be taken, "" for a seat that its player can open, or null if a tap does nothing. @param {SeatPanel} seat */
const tapLabel = (seat) => {
  if (isUnclaimed(state)) return state.yours.includes(seat.seat) ? "" : null;
  return state.you === null && !seat.held && !seat.out ? t(seat.level ? "page.bot.seat" : "page.seat.take") : null;
};

/** @param {number | null} seat */
async function leaveAndReload(seat) {
  if (await leaveSeat(sheet, seat)) again();
}

/** Let a bot take over this phone's seat. @param {number | null} seat */
async function goHome(seat) {
  if (!(await confirmed(t("page.bot.me.sure"), t("page.go_on")))) return;
  if (await post("/api/seat/over", { seat, level: "fair" })) { sheet.close(); again(); }
}

/** Rename this phone's player. @param {string} name */
async function renamePlayer(name) {
  if (await post("/api/seat/name", { name })) sheet.close();
}

/** Return the menu with this phone's own entries. */
function ownMenu() {
  const sits = state.yours.length > 0;
  const name = nameField({ value: state.you === null ? "" : state.seats[state.you].given });
  const keep = (event) => { event.preventDefault(); renamePlayer(name.value); };
  return menu(sheet, () => state, {
    as: sits ? "seat" : served.host ? "host" : null,
    match: [
      photoButton(sheet, () => state),
      state.you !== null && state.offers.filter((offer) => offer.by !== "seat" && offer.seat === null).map((offer) =>
        h("button", { data: { move: offer.move }, onclick: () => sheet.correct(offer) }, offer.label)),
    ],
    device: [
      state.you !== null && h("form", { class: "row name", onsubmit: keep },
        h("label", { class: "grow named" }, t("page.seat.name"), name), h("button", {}, t("page.keep"))),
      state.you !== null && renameHint(state),
      state.you !== null && state.known.length > 0 && nameChips(state.known, renamePlayer),
      isUnclaimed(state) && playerForms(sheet, () => state),
      sits && freeSeats(state).length > 0 && h("button", { data: { key: "more" }, onclick: () => openMoreSeats(sheet, () => state) }, t("page.hand.more")),
      state.you !== null && state.match && !state.over && h("button", { data: { key: "over" }, onclick: async () => (await import("../host/handover.js")).handOver(sheet, () => state, state.you, again) }, t("page.seat.hand")),
      state.you !== null && state.match && !state.over && !state.noBots && h("button", { data: { key: "bot" }, onclick: () => goHome(state.you) }, t("page.bot.me")),
      sits && h("button", { data: { key: "leave" }, onclick: () => leaveAndReload(state.you) }, t(isUnclaimed(state) ? "page.hand.leave.all" : "page.seat.leave")),
    ],
  });
}

function drawDock() {
  const dock = find("#dock");
  const offers = ownOffers();
  const sits = state.yours.length > 0;
  const words = sits ? "" : !freeSeats(state).length ? t("page.watch.full") : state.match ? t("page.watch") : "";
  const hands = isUnclaimed(state);
  const kind = hands && (offers.length || state.handTo.length) ? "hands" : offers.length && sits ? "offers" : "words";
  if (dock.dataset.kind !== kind) { show(dock, null, () => []); dock.dataset.kind = kind; }
  if (kind === "hands") drawUnclaimed(dock, state);
  else if (kind === "offers") drawOffers(dock, state, offers);
  else {
    show(dock, [words, (state.over || state.lesson) && state.seq, state.paused, state.seats.map((seat) => seat.held)], () => [
      rematchButton(state), state.paused && pauseButton(state), words && h("p", { class: "watch" }, words),
      state.match && heldSeats().length > 0 && h("button", { class: "plain", data: { key: "mine" }, onclick: openHeldSeats }, t("page.watch.mine")),
      !sits && h("nav", { class: "row languages", "aria-label": t("page.language") }, languages(state.locale)),
    ]);
  }
}

/** Draw the table, unless the match is about a number and no cards are counted for it. */
function drawTable() {
  const drawn = state.table !== null && !state.over && (!state.focus.value || state.table.lying.some((one) => one.kind === "card" && one.lies !== "goes"));
  document.body.dataset.drawn = drawn ? "yes" : "no";
  find("#drawing").hidden = !drawn;
  table?.draw(state, drawn ? state.table : null);
}

/**
 * Show the last log line below the focus, unless the focus already says it; a tap shows its pictures. Below a number,
 * show which cards the players must lay, unless a photo button does.
 */
function drawLast() {
  const pictures = state.count?.fresh && !comesUp(state) ? state.count.cards : [];
  const said = state.focus.value || state.deals || !state.match ? "" : state.last;
  const deals = state.focus.deals ? "" : state.deals;
  const told = !pictures.length && state.focus.tells;
  const lay = state.yours.length && state.focus.value && !state.photo?.first ? state.wants.find((one) => one.watch === "read")?.text : "";
  show(find("#last"), [deals, lay, said, told, pictures, state.table === null, state.facts, state.club], () => [
    deals && h("p", { class: "deals" }, deals),
    lay && h("p", { class: "deals" }, rich(lay)),
    said && h(pictures.length ? "button" : "p", { class: "said", data: { key: "last" }, onclick: pictures.length ? sheet.reopen : null },
      !state.table && pictures.map((card) => crop(card.proof, card.label)), !told && h("span", {}, rich(said)), !pictures.length && ruleLinks(state.cited)),
    state.club?.round && h("a", { class: "facts", href: "/club" }, rich(state.club.round)),
    state.facts.length > 0 && h("p", { class: "facts" }, rich(state.facts.join(" · "))),
  ]);
}

/** @type {string | undefined} */
let said;
/** @type {string | null | undefined} */
let denied;

/** Show why a button press at one of this phone's seats did nothing, in the same way as a refused tap. */
function showDenied() {
  const why = state.yours.map((seat) => state.seats[seat].denied).find(Boolean);
  if (denied !== undefined && why && why.text !== denied) toast(why.text, ruleOf(why));
  denied = why?.text ?? null;
}

/** @param {PageState} newState */
function draw(newState) {
  state = newState;
  drawTop(state, state.roundText);
  const sits = drawSitDown(find("#sit"), state);
  const chooses = !state.yours.length && freeSeats(state).length > 0;
  if (chooses) document.body.dataset.free = state.match ? "beside" : "now";
  else delete document.body.dataset.free;
  drawLesson(find("#lesson"), state);
  drawFocus(find("#focus"), chooses && !state.match ? { ...state, focus: { ...state.focus, label: t("page.sit.choose") } } : state);
  drawTable();
  drawLast();
  drawSeats(find("#seats"), state, tapLabel, (seat) => (isUnclaimed(state) ? openSeatView(seat.seat) : takeSeat(seat)));
  drawEnding(find("#ending"), state);
  if (holds) holds(sheet, () => state);
  else if (state.hands.length) import("./ownhands.js").then(({ drawOwnHands }) => { holds = drawOwnHands; holds(sheet, () => state); });
  drawPhoto(find("#photo"), sheet, () => state);
  drawDock();
  drawHandOver(find("#hand"), state);
  showDenied();
  sheet.draw(state, state.offers.filter((offer) => offer.by !== "seat"), state.yours.length > 0);
  if (sits) sheet.back(); // closes the menu from which the player sat down
  if (said !== undefined && said !== state.last) show(find("#said"), state.last, rich);
  said = state.last;
}

find("#hand").addEventListener("click", () => { sheet.close(); openSeatView(null); });
find("#menu").addEventListener("click", () => sheet.open(ownMenu, { watches: () => [state.you, state.yours, state.log[0]?.seq, state.undo, state.redo, state.known, state.paused, state.lesson, state.photo] }));

const again = follow("phone", draw, drawLive);
import("../drawing/drawing.js").then(({ drawing }) => { table = drawing(find("#drawing"), { parts: true }); drawTable(); });

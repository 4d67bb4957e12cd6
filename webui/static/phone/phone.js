// The phone page.

import "../base/steady.js";
import { post, confirmed, ruleOf, toast } from "../base/http.js";
import { playsAgainstBots, rematchButton, pauseButton, drawLesson } from "../match/matchbuttons.js";
import { comesUp, drawsTable, nextMatch, whyMark, drawFocus, drawLive, drawSeats, drawTop } from "../match/board.js";
import { drawEnding } from "../ending/ending.js";
import { button, find, h, rich, served, show, t } from "../base/dom.js";
import { isUnclaimed, drawUnclaimed, drawHandOver, freeSeats, heldSeats, openSeatView } from "./sharedphone.js";
import { follow } from "../live/live.js";
import { drawDuties } from "../match/duties.js";
import { drawOffers, seatOffers, tableOffers } from "../match/offers.js";
import { crop } from "../match/crops.js";
import { makeRoom } from "./room.js";
import { drawSitDown } from "./sitdown.js";
import { chosenCard, tapTargets } from "./targets.js";

const AGAIN_MS = 3000; // until a script that did not come is asked for again

let state = served.state;
/** @type {{ draw: (state: PageState, of: TableDrawing | null) => void, redraw: () => void } | null} */
let table = null; // the functions that draw the table; it loads after the first paint
/** @type {ReturnType<typeof import("./overlay.js").overlay> | null} */
let over = null; // the menu, the questions and everything else that opens over the page; it loads after the first paint

/** Load what opens over the page, and call `use` with it; at once if it is loaded.
 * @param {(over: ReturnType<typeof import("./overlay.js").overlay>) => void} [use] */
async function withOverlay(use) {
  if (!over) {
    const loaded = await import("./overlay.js").catch(() => null);
    if (!loaded) { toast(t("page.error.away")); return; }
    over ??= loaded.overlay({ current: () => state, redraw: () => table?.redraw() });
  }
  use?.(over);
}

/** Ask for a seat; if another browser has it, only after the user says that it is theirs.
 * @param {SeatPanel} seat */
async function takeSeat({ seat, held, label }) {
  if (held && !(await confirmed(t("page.seat.ask.sure", { seat: label }), t("page.seat.ask")))) return;
  post("/api/seat/take", held ? { seat, held } : { seat });
}

/** Return the words on a seat that can be taken, "" for a seat that its player can open, or null if a tap does nothing.
 * @param {SeatPanel} seat */
const tapLabel = (seat) => {
  if (isUnclaimed(state)) return state.yours.includes(seat.seat) ? "" : null;
  return state.you === null && !seat.held && !seat.out ? t(seat.level ? "page.bot.seat" : "page.seat.take") : null;
};

function drawDock() {
  const dock = find("#dock");
  const offers = seatOffers(state); // the others are in the sheets
  const sits = state.yours.length > 0;
  const seated = state.spectates ? t("page.out") : state.waitsFor;
  const free = freeSeats(state);
  const isFull = free.every((seat) => seat.level); // of people
  const watches = !free.length ? t("page.watch.full") : !state.match ? ""
    : t(isFull ? "page.watch.bots" : "page.watch");
  const words = sits ? seated : state.waitsAt !== null ? t("page.next.waits") : watches;
  const hands = isUnclaimed(state);
  const kind = hands && (offers.length || state.handTo.length) ? "hands" : offers.length && sits ? "offers" : "words";
  if (dock.dataset.kind !== kind) { show(dock, null, () => []); dock.dataset.kind = kind; }
  if (kind === "hands") drawUnclaimed(dock, state);
  else if (kind === "offers") drawOffers(dock, state, offers);
  else {
    show(dock, [words, state.waitsAt, (state.over || state.lesson) && state.seq, state.paused,
      state.seats.map((seat) => seat.held), state.regroups, state.mustDeal, state.duties.length], () => [
        sits && state.mustDeal && button("deal", t("page.deal"), () => post("/virtual/deal"), "main wide"),
        !state.over && rematchButton(state),
        state.paused && pauseButton(state),
        state.spectates && playsAgainstBots(state)
        && button("new", t("page.match"), () => withOverlay((loaded) => loaded.openNewMatch()),
          state.duties.length ? "wide" : "main wide"),
        words && h("p.watch", words),
        !sits && state.match && (state.waitsAt !== null
          ? button("next-leave", t("page.next.leave"), () => post("/api/seat/leave"), "quiet")
          : isFull && button("next", t("page.next"), () => withOverlay((loaded) => loaded.openNext()), "wide")),
        !sits && state.match && heldSeats(state).length > 0
        && button("mine", t("page.watch.mine"), () => withOverlay((loaded) => loaded.openHeldSeats()), "quiet"),
      ]);
  }
}

/** Draw the table, unless the match is about a number and no cards are counted for it. */
function drawTable() {
  const lies = state.table?.lying.some(({ kind, lies }) => kind === "card" && lies !== "goes");
  const drawn = state.table !== null && !state.over && (drawsTable(state) || lies);
  document.body.dataset.drawn = drawn ? "yes" : "no";
  find("#drawing").hidden = !drawn;
  table?.draw(state, drawn ? state.table : null);
}

/** Show the last log line below the focus, unless the focus already says it; a tap shows its pictures. Below a number,
 * show which cards the players must lay, unless a photo button does. */
function drawLast() {
  const pictures = state.count?.fresh && !comesUp(state) ? state.count.cards : [];
  const line = state.focus.value || state.deals || !state.match ? "" : state.last;
  const deals = state.focus.deals ? "" : state.deals;
  const isTold = !pictures.length && state.focus.tells;
  const lay = state.yours.length && state.focus.value && state.photo !== "first"
    ? state.wants.find((want) => want.watch === "read")?.text
    : "";
  const unseen = !served.virtual && state.wants.length > 0
    && tableOffers(state).find((offer) => offer.typed === "reading" && state.yours.length > 0);
  const facts = [nextMatch(state), ...state.facts].filter(Boolean);
  show(find("#last"), [deals, lay, line, isTold, pictures, state.table === null, facts, state.club, unseen], () => [
    deals && h("p.deals", deals),
    lay && h("p.deals", rich(lay)),
    line && !isTold
    && h(pictures.length ? "button" : "p", { class: "said", data: { key: "last" }, onclick: pictures.length
      ? () => over?.reopen()
      : null }, !state.table && pictures.map((card) => crop(card.proof, card.label)),
      h("span", rich(line)), !pictures.length && whyMark(state.cited)),
    unseen && button("unseen", t("page.unseen"), () => withOverlay((loaded) => loaded.openOffer(unseen)), "quiet"),
    state.club?.round && h("a.facts", { href: "/club" }, rich(state.club.round)),
    facts.length > 0 && h("p.facts", rich(facts.join(" · "))),
  ]);
}

/** @type {string | undefined} */
let lastLine;
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
  drawTop(state, [state.roundText].filter(Boolean));
  const sits = drawSitDown(find("#sit"), state);
  const chooses = !state.yours.length && freeSeats(state).length > 0;
  if (chooses) document.body.dataset.free = state.match ? "beside" : "now";
  else delete document.body.dataset.free;
  drawLesson(find("#lesson"), state);
  const card = state.over || state.paused ? undefined : chosenCard(state);
  const label = chooses && !state.match ? t("page.sit.choose") : card ? t("page.now.place", { card: card.label }) : "";
  drawFocus(find("#focus"), label ? { ...state, focus: { ...state.focus, label } } : state, true);
  drawTable();
  drawLast();
  drawSeats(find("#seats"), state, tapLabel, (seat) => (isUnclaimed(state) ? openSeatView(seat.seat) : takeSeat(seat)));
  drawEnding(find("#ending"), state, state.over && rematchButton(state));
  drawDuties(find("#duties"), state.over || state.paused || card ? [] : state.duties, label || state.focus.label,
    state.table?.back);
  drawDock();
  drawHandOver(find("#hand"), state);
  fit();
  showDenied();
  if (over) over.draw(sits);
  else withOverlay();
  if (lastLine !== undefined && lastLine !== state.last) show(find("#said"), state.last, rich);
  lastLine = state.last;
}

const fit = makeRoom(find("main"));
find("#hand").addEventListener("click", () => { over?.close(); openSeatView(null); });
find("#menu").addEventListener("click", () => withOverlay((loaded) => loaded.openMenu()));

follow("phone", draw, drawLive);
/** Draw the table, once the script for it is here: a phone's Wi-Fi may be lost just then. */
const addTable = () => import("../drawing/drawing.js").then(({ drawing }) => {
  table = drawing(find("#drawing"), { parts: true, targets: tapTargets });
  drawTable();
}, () => setTimeout(addTable, AGAIN_MS));
addTable();

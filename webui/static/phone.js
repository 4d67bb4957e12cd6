// The phone page: what now?

import { act, confirmed, toast } from "./act.js";
import { againButton } from "./again.js";
import { drawFocus, drawLive, drawSeats, drawTop, log } from "./board.js";
import { find, h, rich, served, show, t } from "./dom.js";
import { hostMenu } from "./hostmenu.js";
import { follow } from "./live.js";
import { drawOffers } from "./offers.js";
import { crop } from "./ruling.js";
import { rises, sheets } from "./sheets.js";

const ROW = 3; // names offered where nothing else is to be done; the menu has them all

let state = served.state;
const sheet = sheets({ covers: true });

/** What this phone may do for its own seat; what is the table's to do waits in the sheets. */
const mine = () => state.offers.filter((offer) => offer.by === "seat");

/** @param {ShownSeat} seat */
async function take({ seat }) {
  if (await act("/api/seat/take", { seat })) again();
}

/** @param {ShownSeat} seat */
const takes = (seat) => (state.you === null && !seat.held && !seat.out ? t("page.seat.take") : null);

async function leave() {
  if (!(await confirmed(t("page.seat.leave.sure"), t("page.seat.leave")))) return;
  if (await act("/api/seat/leave")) { sheet.close(); again(); }
}

async function undo() {
  const { seq, undo } = state;
  if (!(await confirmed(t("page.undo.sure", { what: undo }), t("page.undo")))) return;
  if (await act("/api/undo", { seen: seq })) sheet.close();
}

async function redo() {
  if (await act("/api/redo", { seen: state.seq })) sheet.close();
}

/** Names used here before, a tap each. @param {string[]} names */
const chips = (names) => h("div", { class: "choices chips", role: "group", "aria-label": t("page.seat.known") }, names.map((name) => h("button", {
  data: { key: `name${name}` }, onclick: async () => { if (await act("/api/seat/name", { name })) sheet.close(); },
}, name)));

function menu() {
  const name = h("input", { name: "name", maxLength: 14, autocomplete: "off", value: state.you === null ? "" : state.seats[state.you].given });
  const keep = async (event) => {
    event.preventDefault();
    if (await act("/api/seat/name", { name: name.value })) sheet.close();
  };
  return [
    sheet.header(t("page.menu")),
    state.you !== null && h("form", { class: "row name", onsubmit: keep },
      h("label", { class: "grow named" }, t("page.seat.name"), name), h("button", {}, t("page.keep"))),
    state.you !== null && state.known.length > 0 && chips(state.known),
    h("div", { class: "menu" },
      state.count && h("button", { onclick: sheet.reopen }, t("page.count.again")),
      state.undo && state.you !== null && h("button", { data: { key: "undo" }, onclick: undo }, t("page.undo")),
      state.redo !== null && state.you !== null && h("button", { data: { key: "redo" }, title: state.redo, onclick: redo }, t("page.redo")),
      state.you !== null && state.offers.filter((offer) => offer.by !== "seat").map((offer) =>
        h("button", { data: { move: offer.move }, onclick: () => sheet.correct(offer) }, offer.label)),
      state.you !== null && h("button", { onclick: leave }, t("page.seat.leave")),
      h("a", { class: "button", href: "/rules", data: { key: "rules" } }, t("page.rules.all")),
      hostMenu(sheet, () => state),
      (state.you !== null || served.host) && h("a", { class: "button", href: "/history" }, t("page.history"))),
    h("div", { class: "row" }, served.languages.map((one) => h("a", {
      class: "button grow", href: `/language/${one.tag}?to=/`, "aria-current": one.tag === state.locale ? "true" : null, lang: one.tag,
    }, one.name))),
    h("h2", {}, t("page.log")), log(state),
  ];
}

function drawDock() {
  const dock = find("#dock");
  const offers = mine();
  const sits = state.you !== null;
  const words = sits ? "" : state.seats.every((seat) => seat.held) ? t("page.watch.full") : t("page.watch");
  const kind = offers.length && sits ? "offers" : "words";
  if (dock.dataset.kind !== kind) { show(dock, null, () => []); dock.dataset.kind = kind; }
  if (kind === "offers") drawOffers(dock, state, offers);
  else {
    const names = state.you !== null && !state.over && !state.seats[state.you].given ? state.known.slice(0, ROW) : [];
    show(dock, [words, state.over && state.seq, names], () => [
      againButton(state), words && h("p", { class: "watch" }, words), names.length > 0 && chips(names),
    ]);
  }
}

/** What matters now; where it is on this player to lay or take a card, that. */
function toYou() {
  const want = state.wants.find((one) => one.watch === "read" || (one.watch === "clear" && !mine().length));
  const yours = want && state.you !== null && state.focus.seat === state.you && !state.focus.value;
  return yours ? { ...state.focus, label: want.text } : state.focus;
}

/**
 * Where nothing is large enough to speak for itself: what was just said. A tap brings up the pictures that it rests on.
 */
function drawLast() {
  const pictures = state.count?.fresh && !rises(state) ? state.count.cards : [];
  const said = state.focus.value || state.deals || !state.match ? "" : state.last;
  const deals = state.deals === state.focus.label ? "" : state.deals;
  show(find("#last"), [deals, said, pictures, state.facts, state.over], () => [
    deals && h("p", { class: "deals" }, deals),
    said && h(pictures.length ? "button" : "p", { class: "said", data: { key: "last" }, onclick: pictures.length ? sheet.reopen : null },
      pictures.map((card) => crop(card.proof, card.label)), h("span", {}, rich(said))),
    state.facts.length > 0 && (state.over
      ? h("ul", { class: "facts" }, state.facts.map((fact) => h("li", {}, rich(fact))))
      : h("p", { class: "facts" }, rich(state.facts.join(" · ")))),
  ]);
}

/** @type {string | undefined} */
let said;
/** @type {string | null | undefined} */
let denied;

/** A press of this seat's button that did nothing says why, as a refused tap does. */
function showDenied() {
  const why = state.you === null ? null : state.seats[state.you].denied;
  if (denied !== undefined && why && why !== denied) toast(why);
  denied = why;
}

/** @param {PageState} newState */
function draw(newState) {
  state = newState;
  drawTop(state, state.roundText);
  drawFocus(find("#focus"), { ...state, focus: toYou() });
  drawLast();
  drawSeats(find("#seats"), state, takes, take);
  drawDock();
  showDenied();
  sheet.draw(state, state.offers.filter((offer) => offer.by !== "seat"), state.you !== null);
  if (said !== undefined && said !== state.last) find("#said").textContent = state.last;
  said = state.last;
}

find("#menu").addEventListener("click", () => sheet.open(menu, { watches: () => [state.you, state.log[0]?.seq, state.undo, state.redo, state.known] }));

const again = follow("phone", draw, drawLive);

// The sheet over a page: a question comes first, then what the viewer opened, then a fresh ruling.

import { rematchButton, lessonWords } from "./matchbuttons.js";
import { comesUp } from "./board.js";
import { button, find, h, heading, show, t } from "../base/dom.js";
import { store, stored } from "../base/storage.js";
import { connectDrawn, drawnPictures, openDrawn } from "./drawn.js";
import { offerKey } from "./fields.js";
import { drawOffers } from "./offers.js";
import { awayButton, fetchPicture, picture, pictureOf } from "../drawing/pictures.js";
import { buildSum } from "./ruling.js";

/** Return a sheet in three parts, of which only the body scrolls: its head, its body, and the buttons that end it.
 * @param {any[]} made */
function inParts(made) {
  const kids = made.flat(Infinity).filter(Boolean);
  if (kids.some((kid) => kid.matches(".body"))) return kids;
  const [head, last] = [kids[0], kids[kids.length - 1]];
  const foot = last.matches("div.row") && last;
  foot && foot.classList.add("foot");
  const body = h("div.body", kids.slice(1, foot ? -1 : undefined));
  if (!body.querySelector("a, button, summary, input, select, textarea")) body.tabIndex = 0; // so that keys scroll it
  return [head, body, foot];
}

/** Return the focus to its earlier element, even if that was redrawn. @param {HTMLElement | null} from */
function returnFocus(from) {
  const key = from?.dataset.key;
  const again = from?.isConnected ? from : key ? find(`[data-key="${CSS.escape(key)}"]`) : null;
  again?.focus();
}

const AWAY = "coyote-closed-ruling"; // kept while somebody reads the rules and comes back

/** Keep `#sheet` up to date. A closed ruling stays closed; a newer one opens by itself. Without `rules`, the page
 * itself shows fresh rulings. A sheet that `covers` the page always takes the focus; a sheet next to it only if
 * somebody opened it. Escape closes it and returns the focus. `beneath` adds buttons below a question.
 * @param {{ host?: boolean, covers?: boolean, rules?: boolean, beneath?: (asked: Question) => any }} [how] */
export function sheets({ host = false, covers = false, rules = true, beneath = (asked) => awayButton(asked.id) } = {}) {
  const sheet = find("#sheet");
  /** @type {HTMLElement | null} */
  let from = null; // what had the focus before the sheet opened
  /** @type {PageState} */
  let state;
  /** @type {Offer[]} */
  let mine = [];
  let may = false;
  let away = Number(stored(AWAY, "session")); // the ruling that was closed
  /** @typedef {{ watches?: () => any, stands?: () => boolean, follow?: () => void, wide?: boolean }} How */
  /** @type {How & { serial: number, over?: string, make: () => any } | null} */
  let other = null; // what the viewer opened
  let serial = 0; // counts what the viewer opens and leaves
  let opened = 0; // the serial of the last opened sheet

  const leave = () => { other = null; serial += 1; }; // what is still to come does not open either
  const back = () => { leave(); draw(); };
  const close = () => {
    leave();
    if (state.count) store(AWAY, String(away = state.count.id), "session");
    draw();
  };
  /** @param {string} text */
  const header = (text) => h("div.head", heading(text),
    h("button.quiet", { "aria-label": t("page.close"), onclick: close, data: { key: "close" } }, "✕"));

  const correctOffer = () => mine.find((offer) => offer.typed === "correction");
  /** @param {Offer} offer @param {number | null} at */
  const correct = (offer, at = null) => {
    const element = h("div.dock");
    const now = () => mine.find((other) => other.seat === offer.seat && offerKey(other) === offerKey(offer));
    open(() => [header(offer.shown.label), element], {
      stands: () => Boolean(now()),
      follow: () => { // keeps the chosen values as long as the offer does not change
        const { ask, ...rest } = now() ?? offer;
        drawOffers(element, state, [{ ...rest, ask: ask.map((field) => ({ ...field, at })) }], { host, after: back });
      },
    });
  };

  /** Return a ruling, and its buttons. @param {RulingSheet} count @param {any[]} buttons */
  const rulingWithButtons = (count, ...buttons) => {
    const offer = correctOffer();
    const right = offer && button("correct", offer.shown.label, () => correct(offer), "small");
    const all = [right, ...buttons].filter(Boolean);
    return [drawnPictures(count.html), all.length > 0 && h("div.row", all)];
  };
  /** @param {RulingSheet} count */
  const rulingSheet = (count) => {
    const again = covers && rematchButton(state);
    const done = button("done", t("page.go_on"), close, again ? "grow" : "main grow");
    const [body, buttons] = rulingWithButtons(count, done, again);
    return [
      header(t("page.ruling")),
      covers && state.lesson && h("section.lesson", lessonWords(state.lesson)),
      h("section.ask", { data: { seat: count.seat } }, body),
      buttons,
    ];
  };

  /** Return the sheet's kind, the values it depends on, and the function that makes it.
   * @returns {[string, any, () => any] | null} */
  const currentSheet = () => {
    const { question: asked, count } = state;
    if (other?.stands && !other.stands()) other = null;
    if (asked && other?.over !== asked.id) {
      const photo = pictureOf(asked.id);
      if (may) fetchPicture(asked.id, draw);
      return ["question", [state.questionHtml, photo?.id, may], () => {
        const made = drawnPictures(state.questionHtml);
        find("[data-seen]", made[1]).replaceWith(photo ? picture(photo) : "");
        return [...made, may && beneath(asked)];
      }];
    }
    if (other) return ["other", [other.serial, other.watches?.()], other.make];
    if (count && rules && !state.over && comesUp(state) && count.id !== away)
      return ["ruling", [count, Boolean(correctOffer()), state.lesson], () => rulingSheet(count)];
    return null;
  };

  function draw() {
    const now = currentSheet();
    const was = sheet.dataset.kind;
    if (!now) { if (was) putAway(); return; }
    const [kind, value, make] = now;
    const within = sheet.contains(document.activeElement);
    // Somebody opened it from outside, instead of another sheet.
    const opens = kind === "other" && other?.serial !== opened && !within;
    const takes = opens || (was !== kind && covers);
    if (opens || (takes && !from)) from = /** @type {HTMLElement} */ (document.activeElement);
    const stays = was === kind && (kind !== "other" || other?.serial === opened);
    if (kind === "other") opened = other?.serial ?? 0;
    sheet.setAttribute("open", ""); // `show()` would take the focus while somebody types
    sheet.dataset.kind = kind;
    sheet.dataset.wide = kind === "other" && other?.wide ? "yes" : "no";
    const at = stays ? find(".body", sheet)?.scrollTop : 0;
    buildSum(sheet, kind === "ruling" ? state.count : null);
    if (show(sheet, [kind, value], () => inParts(make()))) find(".body", sheet).scrollTop = at;
    if (kind === "other") other?.follow?.();
    if (takes || (within && !sheet.contains(document.activeElement))) find("h2", sheet).focus();
    if (was !== kind) {
      sheet.classList.remove("rises");
      void sheet.offsetWidth;
      sheet.classList.add("rises");
    }
  }

  function putAway() {
    const within = sheet.contains(document.activeElement);
    sheet.removeAttribute("open");
    delete sheet.dataset.kind;
    show(sheet, null, () => []);
    if (within || covers) returnFocus(from);
    from = null;
  }

  sheet.addEventListener("back", close);
  document.addEventListener("keydown", (event) => {
    const above = find("#confirm[open]") !== null; // a modal dialog handles its own Escape
    if (event.key !== "Escape" || above || !sheet.dataset.kind || sheet.dataset.kind === "question") return;
    event.preventDefault();
    close();
  });

  /** Return what opens a sheet that is still to come, unless the viewer opens or leaves another one before, and returns
   * whether it did. The sheet is redrawn when `watches` changes and closed when `stands` is false; `follow` is called
   * at every change. A `wide` sheet covers the page. */
  function opening() {
    const mine = ++serial, over = state?.question?.id; // the question that this sheet covers
    return (/** @type {() => any} */ make, /** @type {How} */ how = {}) => {
      if (mine !== serial) return false;
      other = { serial: mine, over, make, ...how };
      draw();
      return true;
    };
  }
  /** Return what tells whether the viewer has opened or left no other sheet since. */
  const newest = () => { const mine = serial; return () => mine === serial; };
  /** Open a sheet at once. @param {() => any} make @param {How} [how] */
  const open = (make, how) => opening()(make, how);

  const whole = {
    /** @param {PageState} newState @param {Offer[]} offers @param {boolean} mayAnswer */
    draw(newState, offers, mayAnswer) {
      if (state?.over && !newState.over) leave();
      state = newState;
      mine = offers;
      may = mayAnswer;
      draw();
    },
    open,
    opening,
    newest,
    correct,
    /** Show a ruling on the page itself. @param {HTMLElement} element @param {RulingSheet | null} count */
    rule(element, count) {
      show(element, count && [count, Boolean(correctOffer())],
        () => (count ? rulingWithButtons(count) : []));
    },
    close,
    back,
    header,
    reopen() {
      const { count } = state;
      away = 0;
      if (count) open(() => rulingSheet(count));
    },
    redraw: draw,
    openLog: () => openDrawn(whole, () => state, "log"),
    /** @type {Record<string, (data: any) => void>} */
    does: {
      close,
      back,
      ruling: () => whole.reopen(),
      offer: ({ at }) => correct(state.offers[at]),
      correct: ({ of, at }) => openDrawn(whole, () => state,
        `correct?of=${of}&at=${at}&as=${host || state.you === null ? "host" : "seat"}`),
    },
  };
  connectDrawn(whole, () => state, whole.does);
  return whole;
}

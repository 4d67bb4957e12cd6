// The sheets that rise over a page: a question comes first, then a fresh ruling.

import { find, h, show, t } from "./dom.js";
import { drawOffers } from "./offers.js";
import { question } from "./question.js";
import { ruling } from "./ruling.js";

/**
 * Does the newest ruling come up by itself? Arithmetic does, and what the page has no room to
 * say; everything else is said on the page, a tap away from its pictures.
 * @param {PageState} state
 */
export const rises = ({ count, focus }) => Boolean(count?.fresh && (count.steps.length || focus.value));

/**
 * Keep `#sheet` right. `mine` are the offers of this page, `may` tells whether it may answer
 * questions. A ruling that was put away stays away; a newer one comes up by itself.
 */
export function sheets({ host = false } = {}) {
  const sheet = find("#sheet");
  /** @type {PageState} */
  let state;
  /** @type {ShownOffer[]} */
  let mine = [];
  let may = false;
  /** @type {number | null} */
  let away = null; // the ruling that was put away
  /** @type {{ serial: number, make: () => any, watches?: (state: PageState) => any } | null} */
  let other = null; // what the viewer opened: a function that makes it

  const back = () => { other = null; draw(); };
  const close = () => {
    other = null;
    if (state.count) away = state.count.id;
    draw();
  };
  /** @param {string} text */
  const header = (text) => h("header", {}, h("h2", {}, text),
    h("button", { class: "plain", "aria-label": t("page.close"), onclick: close, data: { key: "close" } }, "✕"));

  const corrects = () => mine.find((offer) => offer.by === "host" && offer.ask.some((ask) => ask.kind === "cards"));
  /** @param {ShownOffer} offer @param {number | null} at */
  const correct = (offer, at = null) => open(() => {
    const element = h("div", { class: "dock" });
    drawOffers(element, state, [{ ...offer, ask: offer.ask.map((ask) => ({ ...ask, at })) }], { host, after: back });
    return [header(offer.label), element];
  }, (now) => now.seq);

  /** @param {ShownCount} count */
  const rule = (count) => {
    const offer = corrects();
    const buttons = [
      offer && h("button", { class: "small", onclick: () => correct(offer) }, offer.label),
      h("button", { class: "main grow", onclick: close, data: { key: "done" } }, t("page.go_on")),
    ];
    return [header(t("page.ruling")), ruling(count, buttons, offer && ((n) => correct(offer, n)))];
  };

  /** What the sheet shows: its kind, what it depends on, and what makes it. @returns {[string, any, () => any] | null} */
  const what = () => {
    const { question: asked, count } = state;
    if (asked) return ["question", asked, () => question(asked, may)];
    if (other) return ["other", [other.serial, other.watches?.(state)], other.make];
    if (count && rises(state) && count.id !== away) return ["ruling", [count, Boolean(corrects())], () => rule(count)];
    return null;
  };

  function draw() {
    const now = what();
    const was = sheet.dataset.kind;
    if (!now) { sheet.hidden = true; delete sheet.dataset.kind; show(sheet, null, () => []); return; }
    const [kind, value, make] = now;
    sheet.hidden = false;
    sheet.dataset.kind = kind;
    show(sheet, [kind, value], make);
    if (was !== kind) {
      sheet.classList.remove("rises");
      void sheet.offsetWidth;
      sheet.classList.add("rises");
      sheet.scrollTop = 0;
    }
  }

  let serial = 0;
  /** @param {() => any} make @param {(state: PageState) => any} [watches] */
  function open(make, watches) {
    other = { serial: ++serial, make, watches };
    draw();
  }

  return {
    /** @param {PageState} newState @param {ShownOffer[]} offers @param {boolean} mayAnswer */
    draw(newState, offers, mayAnswer) {
      state = newState;
      mine = offers;
      may = mayAnswer;
      draw();
    },
    open,
    correct,
    close,
    header,
    /** Bring the last count up again. */
    reopen() {
      const { count } = state;
      away = null;
      if (count) open(() => rule(count));
    },
  };
}

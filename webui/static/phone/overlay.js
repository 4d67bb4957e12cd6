// The things that open over the phone's page, or appear on it only for some players: the menu, questions and rulings,
// the list of held seats, the camera and the cards in hand. The page loads it after its first paint.

import { find, stylesheet } from "../base/dom.js";
import { drawHome } from "../host/home.js";
import { connectMenu } from "../menu/menu.js";
import { openDrawn } from "../match/drawn.js";
import { tableOffers } from "../match/offers.js";
import { sheets } from "../match/sheets.js";
import { photoAgainButtons, drawPhoto, photoActs } from "./photo.js";

/** Draw it, and return the functions that open it and draw it again. `redraw` draws the table.
 * @param {{ current: () => PageState, redraw: () => void }} page */
export function overlay({ current, redraw }) {
  const sheet = sheets({ covers: true, beneath: (asked) => photoAgainButtons(sheet, current, asked) });
  /** @type {(() => void) | null} */
  let holds = null; // the function that draws the hands at a virtual table

  const openMenu = connectMenu(sheet, current, photoActs(sheet, current));

  function drawHands() {
    if (holds) holds();
    else if (current().hands.length)
      // Without the style, the cards would be too large for a moment.
      Promise.all([import("./ownhands.js"), stylesheet("match/handcards")]).then(([{ drawOwnHands }]) => {
        holds = () => drawOwnHands(sheet, current, redraw);
        holds();
      });
  }

  /** Draw it; a player who has just sat down leaves the menu for the page. @param {boolean} [sits] */
  function draw(sits = false) {
    const state = current();
    drawHome(current);
    drawHands();
    drawPhoto(find("#photo"), sheet, current);
    sheet.draw(state, tableOffers(state), state.yours.length > 0);
    if (sits) sheet.back();
  }

  draw();
  return {
    draw,
    openMenu,
    openNext: () => openDrawn(sheet, current, "next"),
    openHeldSeats: () => openDrawn(sheet, current, "mine"),
    openNewMatch: () => sheet.does.new({}),
    openOffer: sheet.correct,
    reopen: sheet.reopen,
    close: sheet.close,
  };
}

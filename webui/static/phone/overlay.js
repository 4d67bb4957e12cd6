// The things that open over the phone's page, or appear on it only for some players: the menu, questions and rulings,
// the list of held seats, the camera and the cards in hand. The page loads it after its first paint.

import { find, served, stylesheet } from "../base/dom.js";
import { drawHome } from "../host/home.js";
import { tableMoves, menu } from "../menu/menu.js";
import { tableOffers } from "../match/offers.js";
import { sheets } from "../match/sheets.js";
import { openHeldSeats, openNext, ownSeats } from "./ownseats.js";
import { photoAgainButtons, drawPhoto, photoEntries } from "./photo.js";

/** Draw it, and return the functions that open it and draw it again. `redraw` draws the table.
 * @param {import("./ownseats.js").Page & { redraw: () => void }} page */
export function overlay({ current, takeSeat, redraw }) {
  const sheet = sheets({ covers: true, beneath: (asked) => photoAgainButtons(sheet, current, asked) });
  /** @type {(() => void) | null} */
  let holds = null; // the function that draws the hands at a virtual table

  /** Return the menu with this phone's own entries. */
  function ownMenu() {
    const { you, yours } = current();
    return menu(sheet, current, {
      as: yours.length ? "seat" : served.host ? "host" : null,
      match: [
        photoEntries(sheet, current),
        you !== null && tableMoves(sheet, tableOffers(current()).filter((offer) => offer.typed)),
      ],
      own: ownSeats(sheet, { current, takeSeat }),
    });
  }

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
    drawHome(sheet, current);
    drawHands();
    drawPhoto(find("#photo"), sheet, current);
    sheet.draw(state, tableOffers(state), state.yours.length > 0);
    if (sits) sheet.back();
  }

  draw();
  return {
    draw,
    openMenu: () => sheet.open(ownMenu, { watches: () => {
      const { you, yours, seq, undo, redo, known, paused, lesson, photo } = current();
      return [you, yours, seq, undo, redo, known, paused, lesson, photo];
    } }),
    openNext: () => openNext(sheet, current),
    openHeldSeats: () => openHeldSeats(sheet, current, takeSeat),
    openNewMatch: async () => (await import("../host/newmatch.js")).openNewMatch(sheet, current),
    openOffer: sheet.correct,
    reopen: sheet.reopen,
    close: sheet.close,
  };
}

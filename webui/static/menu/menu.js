// The menu of every page, and what its lines do besides posting: the table draws it (templates/sheets/menu.html).

import { templated } from "../base/dom.js";
import { openDrawn } from "../match/drawn.js";
import { askForSound, settings } from "../device/sound.js";

/** Open a part of the page that never changes as a sheet.
 * @param {any} sheet @param {string} name @param {string} title */
export const openPart = (sheet, name, title) => sheet.open(() => [sheet.header(title), templated(name)]);

/** Connect its lines, and return what opens it; `does` has functions of the page's own.
 * @param {any} sheet @param {() => PageState} current @param {Record<string, (data: any) => void>} [does] */
export function connectMenu(sheet, current, does = {}) {
  Object.assign(sheet.does, {
    new: async ({ game }) => (await import("../host/newmatch.js")).openNewMatch(sheet, current, game),
    part: ({ part, title }) => openPart(sheet, part, title),
    sounds: () => { sheet.close(); askForSound(); },
    device: async () => (await import("../device/settings.js")).openSettings(sheet, current),
  }, does);
  return () => openDrawn(sheet, current, settings.asked ? "menu" : "menu?sounds");
}

// Settings of this device, kept in its browser: sound, screen, theme. And, for the host, the table's sounds.

import { post } from "../base/http.js";
import { hasWakeLock, keepAwake } from "./awake.js";
import { h, t, templated, toggle } from "../base/dom.js";
import { setSetting, settings, voice } from "./sound.js";

/** Open the settings. @param {() => PageState} current */
export const openSettings = (sheet, current) =>
  sheet.open(() => device(sheet, current()), { watches: () => [current().sound, voice()?.name] });

/** Return a switch that changes something at once, and a note below it.
 * @param {string} key @param {string} label @param {boolean} on @param {(on: boolean) => void} change */
const row = (key, label, on, change, why = "") => h("div",
  toggle({ checked: on, data: { key }, onchange: ({ target }) => change(target.checked) }, label),
  why && h("p.reason", why));

/** Return the switch of one of this device's settings. 
 * @param {"tones" | "voice" | "buzz" | "awake" | "moments"} name @param {string} label */
const own = (name, label, why = "") =>
  row(name, label, settings[name], (on) => { setSetting(name, on); keepAwake(true); }, why);

/** Return the switch of one of the table's sounds, if it has that. @param {string} kind @param {string} label */
const ofTable = (kind, label, on) => on !== null && row(`table-${kind}`, label, on, (now) =>
  post("/api/sound", { [kind]: now }));

/** @param {any} sheet @param {PageState} state */
function device(sheet, { sound }) {
  const phone = document.body.classList.contains("phone");
  return [
    sheet.header(t("page.device")),
    h("section",
      own("tones", t("page.sound.tones")),
      own("voice", t("page.sound.voice"), voice() ? "" : t("page.sound.no_voice")),
      phone && "vibrate" in navigator && own("buzz", t("page.sound.buzz")),
      own("moments", t("page.sound.moments")),
      own("awake", t("page.sound.awake"), hasWakeLock() ? "" : t("page.sound.film"))),
    sound && (sound.buzzer !== null || sound.voice !== null) && h("section", h("h3", t("page.sound.table")),
      ofTable("buzzer", t("page.sound.buzzer"), sound.buzzer), ofTable("voice", t("page.sound.voice"), sound.voice)),
    h("section", h("h3", t("page.theme")), templated("themes")),
  ];
}

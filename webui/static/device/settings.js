// Settings of this device, kept in its browser: sound, screen, theme. And, for the host, the table's sounds.

import { post, returnTo } from "../base/http.js";
import { hasWakeLock, keepAwake } from "./awake.js";
import { h, served, t } from "../base/dom.js";
import { setSetting, settings, voice } from "./sound.js";

const THEMES = { light: "page.theme.light", dark: "page.theme.dark", system: "page.theme.system" };

/** Open the settings. @param {() => PageState} current */
export const openSettings = (sheet, current) =>
  sheet.open(() => device(sheet, current()), { watches: () => [current().sound, voice()?.name] });

/** @param {string} key @param {string} label @param {boolean} on @param {(on: boolean) => void} change
 * @param {string} [why] said beneath it */
const toggle = (key, label, on, change, why = "") => h("div", {},
    h("label", { class: "switch" },
      h("input", { type: "checkbox", role: "switch", checked: on, data: { key }, onchange: (event) =>
        change(event.target.checked) }), h("span", {}, label)), why && h("p", { class: "reason" }, why));

/** @param {any} sheet @param {PageState} state */
function device(sheet, { sound }) {
  const phone = document.body.classList.contains("phone");
  return [
    sheet.header(t("page.device")),
    h("section", {}, toggle("tones", t("page.sound.tones"), settings.tones, (on) => setSetting("tones", on)),
      toggle("voice", t("page.sound.voice"), settings.voice, (on) => setSetting("voice", on),
        voice() ? "" : t("page.sound.no_voice")), phone && "vibrate" in navigator
      && toggle("buzz", t("page.sound.buzz"), settings.buzz, (on) => setSetting("buzz", on)),
      toggle("moments", t("page.sound.moments"), settings.moments, (on) => setSetting("moments", on)),
      toggle("awake", t("page.sound.awake"), settings.awake, (on) => {
        setSetting("awake", on);
        keepAwake(true);
      }, hasWakeLock() ? "" : t("page.sound.film"))),
    sound && (sound.buzzer !== null || sound.voice !== null)
    && h("section", {}, h("h3", {}, t("page.sound.table")), sound.buzzer !== null
      && toggle("table-buzzer", t("page.sound.buzzer"), sound.buzzer, (on) => post("/api/sound", { buzzer: on })),
      sound.voice !== null
        && toggle("table-voice", t("page.sound.voice"), sound.voice, (on) => post("/api/sound", { voice: on }))),
    h("section", {}, h("h3", {}, t("page.theme")),
      h("div", { class: "row", role: "group", "aria-label": t("page.theme") },
        Object.entries(THEMES).map(([theme, key]) => h("a", {
            class: "button grow", href: `/theme/${theme}?${returnTo}`, data: { key: theme },
            "aria-current": theme === served.theme ? "true" : null,
          }, t(key))
        ))),
  ];
}

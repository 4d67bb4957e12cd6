// This browser's settings in the menu: sound and display, and the language.

import { returnTo } from "../base/http.js";
import { served, t } from "../base/dom.js";
import { list, lists } from "../base/list.js";
import { askForSound, settings } from "./sound.js";

/** Open the choice of a language, each in its own words. @param {string} locale */
const openLanguages = (sheet, locale) => sheet.open(() => [
  sheet.header(t("page.language")),
  lists(list("", served.languages.map(({ tag, name }) => ({ key: tag, icon: tag === locale ? "chosen" : "", label: name,
    lang: tag, href: `/language/${tag}?${returnTo}`, on: tag === locale })))),
]);

/** Return the menu's lines. @param {() => PageState} current */
export function deviceEntries(sheet, current) {
  const { locale } = current();
  return [
    !settings.asked && { key: "sounds", icon: "bell", label: t("page.sound.ask"),
      does: () => { sheet.close(); askForSound(); } },
    { key: "device", icon: "sound", label: t("page.device"),
      does: async () => (await import("./settings.js")).openSettings(sheet, current) },
    { key: "language", icon: "language", label: t("page.language"),
      value: served.languages.find(({ tag }) => tag === locale)?.name, does: () => openLanguages(sheet, locale) },
  ];
}

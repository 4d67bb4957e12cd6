// What a browser is asked for by a link or a button: its language, and what is set for this device.

import { h, served, t } from "../base/dom.js";

/** Where a link that sets something leads back to. */
export const returnTo = () => `?to=${location.pathname}`;

/** The languages to choose from, each by its own name. @param {string} locale */
export const languages = (locale) => served.languages.map((one) => h("a", {
  class: "button", lang: one.tag, href: `/language/${one.tag}${returnTo()}`, "aria-current": one.tag === locale ? "true" : null,
}, one.name));

/** The button of a menu that opens what is set here. @param {any} sheet @param {() => PageState} current */
export const deviceButton = (sheet, current) => h("button", {
  data: { key: "device" },
  onclick: async () => (await import("./settings.js")).openSettings(sheet, current),
}, t("page.device"));

// Links and buttons for this browser's settings: language, and the device's own.

import { returnTo } from "../base/http.js";
import { button, h, served, t } from "../base/dom.js";

/** Return the links to choose a language, each in its own language. @param {string} locale */
export const languages = (locale) =>
  served.languages.map((one) =>
    h("a", {
      class: "button", lang: one.tag, href: `/language/${one.tag}?${returnTo}`,
      "aria-current": one.tag === locale ? "true" : null,
    }, one.name)
  );

/** Return the menu button that opens this device's settings. @param {any} sheet @param {() => PageState} current */
export const deviceButton = (sheet, current) => button("device", t("page.device"),
  async () => (await import("./settings.js")).openSettings(sheet, current));

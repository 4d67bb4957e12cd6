// What is set for this device alone, and kept in its browser: light or dark.

import { h, served, t } from "./dom.js";

const THEMES = { light: "page.theme.light", dark: "page.theme.dark", system: "page.theme.system" };
const here = () => `?to=${location.pathname}`;

/** The languages to choose from, each by its own name. @param {string} locale */
export const languages = (locale) => served.languages.map((one) => h("a", {
  class: "button", lang: one.tag, href: `/language/${one.tag}${here()}`, "aria-current": one.tag === locale ? "true" : null,
}, one.name));

/** The button of a menu that opens what is set for this device. @param {any} sheet */
export const deviceButton = (sheet) => h("button", { data: { key: "device" }, onclick: () => sheet.open(() => device(sheet)) }, t("page.device"));

/** @param {any} sheet */
const device = (sheet) => [
  sheet.header(t("page.device")),
  h("h3", {}, t("page.theme")),
  h("div", { class: "row", role: "group", "aria-label": t("page.theme") }, Object.entries(THEMES).map(([one, key]) => h("a", {
    class: "button grow", href: `/theme/${one}${here()}`, data: { key: one }, "aria-current": one === served.theme ? "true" : null,
  }, t(key)))),
];

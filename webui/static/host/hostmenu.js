// The host's part of a menu. Each entry loads its script when tapped.

import { h, served, t } from "../base/dom.js";

/** Return the entries; `current()` returns the current state. @param {any} sheet @param {() => PageState} current */
export function hostMenu(sheet, current) {
  const entry = (key, label, onclick) => h("button", { data: { key }, onclick }, label);
  const host = () => import("./host.js");
  if (!served.host) {
    return entry("host", t("page.host.become"), async () => { const { hostCodeForm } = await host(); sheet.open(() => hostCodeForm(sheet)); });
  }
  const desk = async () => {
    const { hostDesk } = await import("./hostdesk.js");
    sheet.open(() => hostDesk(sheet, current), { watches: () => [current().seq, current().seats.map((seat) => seat.held)] });
  };
  return [
    entry("new", t("page.match"), async () => (await import("./newmatch.js")).openNewMatch(sheet, current)),
    entry("join", t("page.join"), async () => (await host()).openJoin(sheet)),
    entry("host", t("page.host"), desk),
  ];
}

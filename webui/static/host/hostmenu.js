// The host in a menu. What each entry opens is loaded by the tap on it.

import { h, served, t } from "../base/dom.js";

/** The entries of the menu; `current()` is the state that is shown. @param {any} sheet @param {() => PageState} current */
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

// The host's buttons on large pages: new match, menu, join code.

import { post } from "../base/http.js";
import { find, h, rich, served, t } from "../base/dom.js";
import { menu } from "../match/menu.js";
import { openNewMatch } from "./newmatch.js";

/** Connect the buttons in the page's head; `current()` returns the current state. @param {{ sheet: any, current: () => PageState }} _ */
export function hosting({ sheet, current }) {
  const on = (selector, listen) => find(selector)?.addEventListener("click", listen);

  on("#new", () => openNewMatch(sheet, current));
  on("#join", () => openJoin(sheet));
  on("#log", () => sheet.openLog());
  on("#menu", () => sheet.open(() => menu(sheet, current, { as: served.host ? "host" : null }), {
    watches: () => [current().undo, current().redo, current().seq, current().paused, current().lesson, current().seats.map((seat) => seat.held)],
  }));
  if (served.host && !current().match) openNewMatch(sheet, current, { stands: () => !current().match });
}

/** @param {any} sheet */
export const openJoin = (sheet) => sheet.open(() => [sheet.header(t("page.join")), ...joinInfo()]);

/** Return the join code and the address by number and by name, or why there is none. */
export const joinInfo = () => [
  !served.address && h("p", {}, rich(served.unreached)),
  !served.address && served.code && h("p", { class: "reason" }, t("page.host.code", { code: served.code })),
  served.address && h("div", { class: "join" },
    h("img", { src: "/join.svg", alt: t("page.join.code", { address: served.address }), class: "qr" }),
    h("div", {},
      h("p", {}, t("page.join.how")),
      h("p", { class: "address", translate: "no" }, served.address),
      served.name && h("p", { class: "reason" }, served.name),
      served.others.length > 0 && h("p", { class: "reason" }, t("page.join.others", { addresses: served.others.join(" · ") })),
      served.code && h("p", { class: "reason" }, t("page.host.code", { code: served.code })))),
];

/** Return the form that makes this browser a host with the host's code. */
export function hostCodeForm(sheet) {
  const code = h("input", { name: "code", inputmode: "numeric", autocomplete: "off", required: true });
  return [sheet.header(t("page.host")), h("form", {
    class: "match",
    onsubmit: async (event) => {
      event.preventDefault();
      if (await post("/api/host", { code: code.value })) location.reload();
    },
  }, h("p", {}, t("page.host.how")), h("label", {}, h("span", {}, t("page.host.enter")), code), h("button", { class: "main wide" }, t("page.host.become")))];
}

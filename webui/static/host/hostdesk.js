// A host's actions in a phone's menu: transfer or revoke host, free seats.

import { post, confirmed } from "../base/http.js";
import { button, h, served, t } from "../base/dom.js";
import { seatActions, freeButton, handOverButton, tellCode } from "./handover.js";

/** Open them. @param {any} sheet @param {() => PageState} current */
export const openHostDesk = (sheet, current) =>
  sheet.open(() => hostDesk(sheet, current), {
    watches: () => [current().seq, current().seats.map((seat) => seat.held)],
  });

/** @param {any} sheet @param {() => PageState} current */
function hostDesk(sheet, current) {
  const postAndReload = async (path, body) => { if (await post(path, body)) location.reload(); };
  const revoke = async () => {
    if (!(await confirmed(t("page.host.revoke.sure"), t("page.go_on")))) return;
    tellCode(await post("/api/host/revoke"));
  };
  const others = current().seats.filter((seat) => seat.held && !current().yours.includes(seat.seat));
  return [
    sheet.header(t("page.host")),
    served.code && h("p", { class: "reason" }, t("page.host.code", { code: served.code })),
    h("div", { class: "menu" },
      h("a", { class: "button", href: "/table" }, t("page.host.pages")),
      others.map((seat) => freeButton(seat)),
      others.map((seat) =>
        button(`hand${seat.seat}`, t("page.host.hand", { seat: seat.label }), () =>
          postAndReload("/api/host/hand", { seat: seat.seat }))
      ), handOverButton(sheet, current), h("button", { onclick: revoke }, t("page.host.revoke")),
      h("button", { onclick: () => postAndReload("/api/host/leave") }, t("page.host.leave"))),
    seatActions(sheet, current),
  ];
}

// A host's actions in the menu: transfer or revoke host, free seats, and what the game offers the host alone.

import { post, confirmed } from "../base/http.js";
import { h, served, t } from "../base/dom.js";
import { list, lists } from "../base/list.js";
import { seatActions, freeSeat, handOverEntry, tellCode } from "./handover.js";

/** Open them. @param {() => PageState} current */
export const openHostDesk = (sheet, current) => sheet.open(() => hostDesk(sheet, current),
  { watches: () => [current().seq, current().seats.map((seat) => seat.held)] });

/** @param {() => PageState} current */
function hostDesk(sheet, current) {
  const postAndReload = async (path, body) => { if (await post(path, body)) location.reload(); };
  const revoke = async () => {
    if (!(await confirmed(t("page.host.revoke.sure"), t("page.go_on")))) return;
    tellCode(await post("/api/host/revoke"));
  };
  const others = current().seats.filter((seat) => seat.held && !current().yours.includes(seat.seat));
  return [
    sheet.header(t("page.host")),
    lists(served.code && h("p.reason", t("page.host.code", { code: served.code })), list("",
        handOverEntry(sheet, current),
        others.map(({ seat, label }) => [
          { key: `free${seat}`, icon: "away", label: t("page.seat.free", { seat: label }), does: () => freeSeat(seat) },
          { key: `hand${seat}`, icon: "host", label: t("page.host.hand", { seat: label }),
            does: () => postAndReload("/api/host/hand", { seat }) },
        ]),
        { key: "screen", icon: "screen", label: t("page.host.pages"), href: "/table" },
        { key: "revoke", icon: "locked", label: t("page.host.revoke"), does: revoke },
        { key: "unhost", icon: "leave", label: t("page.host.leave"), does: () => postAndReload("/api/host/leave") }),
      list(t("page.seats.about"), seatActions(sheet, current)),
    ),
  ];
}

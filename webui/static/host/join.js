// How a phone joins the table, and how a browser becomes a host.

import { post } from "../base/http.js";
import { h, rich, served, t } from "../base/dom.js";

export const openJoin = (sheet) => sheet.open(() => [sheet.header(t("page.join")), ...joinInfo()]);

/** Return a code with the name of its target and more lines. @param {any[]} lines */
const joinCode = (src, alt, how, opens, ...lines) => h("div.join", h("img", { src, alt, class: "qr" }),
  h("div", h("p", how), h("p.address", { translate: "no" }, opens),
    lines.filter(Boolean).map((line) => h("p.reason", line))));

/** Return the codes of the table's own Wi-Fi and of the address, by number and by name, or why there is none. */
export const joinInfo = () => {
  const { address, name, others, wifi } = served;
  return [
    wifi && joinCode(wifi.code, t("page.wifi"), t("page.wifi.how"), wifi.name, t("page.wifi.password", wifi)),
    ...address ? [joinCode(`/join.svg?${encodeURIComponent(address)}`, t("page.join.code", { address }),
      t("page.join.how"), address, name, others[0] && t("page.join.others", { addresses: others.join(" · ") }))]
      : [h("p", rich(served.unreached))],
  ];
};

/** Make this browser a host, if the typed code is the host's. @param {SubmitEvent & { target: any }} event */
export async function becomeHost(event) {
  event.preventDefault();
  if (await post("/api/host", { code: event.target.elements.code.value })) location.reload();
}

/** Open the form that makes this browser a host with the host's code. */
export const openHostCode = (sheet) => sheet.open(() => [
    sheet.header(t("page.host")),
    h("form.match", { onsubmit: becomeHost }, h("p", t("page.host.how")), h("label", h("span", t("page.host.enter")),
        h("input", { name: "code", inputmode: "numeric", autocomplete: "off", required: true })),
      h("button.main.wide", { type: "submit" }, t("page.host.become"))),
  ]);

// How a phone joins the table, and how a browser becomes a host.

import { post } from "../base/http.js";
import { h, rich, served, t } from "../base/dom.js";

export const openJoin = (sheet) => sheet.open(() => [sheet.header(t("page.join")), ...joinInfo()]);

/** Return the join code and the address by number and by name, or why there is none. */
export const joinInfo = () => [
  served.wifi && h("div", { class: "join" }, h("img", { src: served.wifi.code, alt: t("page.wifi"), class: "qr" }),
    h("div", {}, h("p", {}, t("page.wifi.how")), h("p", { class: "address", translate: "no" }, served.wifi.name),
      h("p", { class: "reason" }, t("page.wifi.password", served.wifi)))),
  !served.address && h("p", {}, rich(served.unreached)),
  !served.address && served.code && h("p", { class: "reason" }, t("page.host.code", { code: served.code })),
  served.address && h("div", { class: "join" },
    h("img", { src: `/join.svg?${encodeURIComponent(served.address)}`,
      alt: t("page.join.code", { address: served.address }), class: "qr" }),
    h("div", {}, h("p", {}, t("page.join.how")), h("p", { class: "address", translate: "no" }, served.address),
      served.name && h("p", { class: "reason" }, served.name), served.others.length > 0
      && h("p", { class: "reason" }, t("page.join.others", { addresses: served.others.join(" · ") })),
      served.code && h("p", { class: "reason" }, t("page.host.code", { code: served.code })))),
];

/** Make this browser a host, if the typed code is the host's. @param {SubmitEvent & { target: any }} event */
export async function becomeHost(event) {
  event.preventDefault();
  if (await post("/api/host", { code: event.target.elements.code.value })) location.reload();
}

/** Open the form that makes this browser a host with the host's code. */
export const openHostCode = (sheet) => sheet.open(() => [
    sheet.header(t("page.host")),
    h("form", { class: "match", onsubmit: becomeHost }, h("p", {}, t("page.host.how")),
      h("label", {}, h("span", {}, t("page.host.enter")),
        h("input", { name: "code", inputmode: "numeric", autocomplete: "off", required: true })),
      h("button", { class: "main wide" }, t("page.host.become"))),
  ]);

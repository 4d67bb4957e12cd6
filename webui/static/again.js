// The match that ended, once more: one tap of a host, and nothing is asked.

import { act } from "./act.js";
import { h, served, t } from "./dom.js";

/** The button where a host may press it now. @param {PageState} state */
export const againButton = (state) => served.host && state.over && h("button", {
  class: "main", data: { key: "again" }, onclick: () => act("/api/again", { seen: state.seq }),
}, t("page.again"));

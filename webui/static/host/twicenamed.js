// Two names that are one player for the table, said as soon as the second is typed.

import { toast } from "../base/http.js";
import { t } from "../base/dom.js";

/** Return the key of a name, as `referee.names.player_key` does. @param {string} name */
const keyOf = (name) => name.normalize("NFC").trim().replace(/\s+/g, " ").replace(/[’‘`´ʼ]/g, "'").replace(/[‐‑]/g, "-").toLowerCase();

/** Say it if another field has the same name. @param {HTMLInputElement} typed @param {HTMLInputElement[]} fields */
export function sayIfTwice(typed, fields) {
  const key = keyOf(typed.value);
  if (key && fields.some((one) => one !== typed && keyOf(one.value) === key)) toast(t("page.same_name", { name: typed.value.trim() }));
}

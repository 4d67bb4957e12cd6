// The log: what happened, newest first. The table draws it, as it does the end of a match.

import { getJson, wayBack } from "../base/http.js";
import { h, redraw, t } from "../base/dom.js";
import { showLocalTimes } from "../base/times.js";

/** Return what the table has drawn. Its links lead back to this page. @param {string} html */
export function drawnBody(html) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const link of body.querySelectorAll("a")) link.search = wayBack;
  showLocalTimes(body);
  return body;
}

/** Open the newest part of the log, or `all` of it. `correct(of, at)` is called when a card is tapped, and
 * `back(to, text)` when an entry is.
 * @param {any} sheet @param {() => PageState} current @param {(of: number, at: number) => void} correct
 * @param {(to: number, text: string) => void} back */
export function openLog(sheet, current, correct, back, all = false) {
  const element = h("div"), view = document.body.classList[0];
  let drawn = "";
  element.addEventListener("click", ({ target }) => {
    const tapped = target.closest("[data-back], [data-of], [data-all]");
    const { back: to, of, at } = tapped?.dataset ?? {};
    if (to) back(Number(to), tapped.textContent);
    else if (of) correct(Number(of), Number(at));
    else if (tapped) openLog(sheet, current, correct, back, true);
  });
  sheet.open(() => [sheet.header(t("page.log")), element], { follow: async () => {
    const { seq, paused, seats, you, hosts } = current();
    const now = JSON.stringify([seq, paused, you, hosts, seats.map(({ name }) => name)]);
    if (now === drawn) return;
    drawn = now;
    const log = await getJson(`/api/log/drawn?view=${view}${all ? "&all" : ""}`);
    if (log && now === drawn) redraw(element, [...drawnBody(log.html).children]);
  } });
}

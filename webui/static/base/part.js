// A part of a page that the server draws. It is asked for again and again, and shown anew if it has changed.

import { keepFocus } from "./focus.js";
import { keepVersion } from "./version.js";
import { repeat } from "./waking.js";

/** Keep the part up to date that comes from the address `data-from`; tell `live` whether that works. A screen reader
 * hears its new `data-says`. Returns a function that asks now.
 * @param {HTMLElement} part @param {number} pauseMs @param {(how: "yes" | "no") => void} live */
export function keepPart(part, pauseMs, live) {
  let tag = "";
  return repeat(async (signal) => {
    const headers = tag ? { "If-None-Match": tag } : undefined;
    const answer = await fetch(String(part.dataset.from), { headers, cache: "no-store", signal });
    keepVersion(answer.headers.get("X-Page-Version"));
    if (answer.status === 304) return;
    if (!answer.ok) throw new Error(String(answer.status));
    const html = await answer.text();
    tag = answer.headers.get("ETag") ?? "";
    keepFocus(part, () => { part.innerHTML = html; }); // safe: the server's templates escape what they are given
    const said = document.getElementById("said"), says = part.querySelector("[data-says]")?.textContent ?? "";
    if (said && said.textContent !== says) said.textContent = says;
  }, pauseMs, live);
}

// What somebody was typing when the page was loaded again: it stays in this browser, as long as the match stands still.

import { store, stored } from "./storage.js";

const KEPT = "coyote-drafts";

/** Fields on the page, by name: their element, what is typed there, and the match's state then.
 * @type {Map<string, { element: Element, typed: () => string, seq?: string }>} */
const fields = new Map();

/** What was typed before the page was loaded, and at which state of the match.
 * @type {{ seq?: string, typed: Record<string, string> }} */
const before = JSON.parse(stored(KEPT, "session") || '{"typed":{}}');
store(KEPT, "", "session");

/** Keep what is typed in a field; return what was typed there before it was drawn again or the page was loaded, or "".
 * @param {string} name @param {Element} element @param {() => string} typed */
export function draft(name, element, typed) {
  const { seq } = document.body.dataset, earlier = fields.get(name);
  const was = earlier?.seq === seq ? earlier?.typed() : before.seq === seq ? before.typed[name] : "";
  fields.set(name, { element, typed, seq });
  return was ?? "";
}

addEventListener("pagehide", () => {
  const shown = [...fields].filter(([, { element }]) => element.isConnected);
  const typed = shown.map(([name, draft]) => [name, draft.typed()]).filter(([, text]) => text);
  store(KEPT, JSON.stringify({ seq: document.body.dataset.seq, typed: Object.fromEntries(typed) }), "session");
});

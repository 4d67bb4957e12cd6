// Keep unfinished text in this browser when the page is loaded again, as long as the match stands still.

import { store, stored } from "./storage.js";

const KEPT = "coyote-drafts";

/** Fields on the page, by name: their element, the typed text, and the match's state then.
 * @type {Map<string, { element: Element, typed: () => string, seq?: string }>} */
const fields = new Map();

/** The text typed before the page was loaded, and the match's state then.
 * @type {{ seq?: string, typed: Record<string, string> }} */
const before = JSON.parse(stored(KEPT, "session") || '{"typed":{}}');
store(KEPT, "", "session");

/** Keep the text of a field; return its text from before it was drawn again or the page was loaded, or "".
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

// After an update of the table's program, an open page loads itself again: its scripts would not fit the answers.

import { store, stored } from "./storage.js";

const VERSION = new URL(import.meta.url).pathname.split("/")[2]; // /static/<version>/…
const TRIED = "coyote-version";

/** Load the page again if the table's program has another version; once for each, in case somebody keeps old pages.
 * @param {string | null} version */
export function keepVersion(version) {
  if (!version || version === VERSION) return;
  if (stored(TRIED, "session") === version) return;
  store(TRIED, version, "session");
  if (stored(TRIED, "session") === version) location.reload(); // a browser that keeps nothing would go on loading
}

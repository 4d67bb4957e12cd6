// Keep texts in this browser, if it allows that: for good ("local"), or while its tab is open ("session").

/** Return the text kept under a key, or null. @param {string} key @param {"local" | "session"} [where] */
export function stored(key, where = "local") {
  try { return /** @type {Storage} */ (globalThis[`${where}Storage`]).getItem(key); } catch { return null; }
}

/** Keep a text. @param {string} key @param {string} text @param {"local" | "session"} [where] */
export function store(key, text, where = "local") {
  try { globalThis[`${where}Storage`].setItem(key, text); } catch { /* this browser keeps nothing */ }
}

// Notice that a page may be out of date: the device slept, the network was away, or another tab was in front.

const AWAY_MS = 2000; // a short look at another tab costs no request
const TICK_MS = 1000;

// After waking, connections may be dead without a sign, so a request may get no answer. The next try gets another
// connection; a browser keeps up to five, so the sixth try is new, after 1.5 s. With half this time, a slow network
// needs eight tries; with twice this time, the sixth comes after 3 s.
export const FIRST_TRY_MS = 200;
const LAST_TRY_MS = 5000;

/** Return the milliseconds to wait before the next try if a try got no answer within `ms`. @param {number} ms */
export const nextTryMs = (ms) => Math.min(LAST_TRY_MS, ms * 1.2);

/** Call `awake()` when the page is in front again after a while, and when its device or network is back.
 * @param {() => void} awake */
export function onWaking(awake) {
  let there = Date.now(); // when the page last ran in front
  const look = () => {
    if (document.visibilityState !== "visible") return;
    const away = Date.now() - there;
    there = Date.now();
    if (away > AWAY_MS) awake();
  };
  setInterval(look, TICK_MS);
  for (const event of ["visibilitychange", "resume"]) document.addEventListener(event, look);
  addEventListener("pageshow", (event) => event.persisted && awake()); // its connections were closed
  addEventListener("online", awake);
}

/** Call `ask(signal)` every `pauseMs` milliseconds while the page is in front, and at once after it wakes; tell `live`
 * whether that worked. A call that takes too long is aborted by its signal. Returns a function that asks now.
 * @param {(signal: AbortSignal) => Promise<void>} ask @param {number} pauseMs
 * @param {(how: "yes" | "no") => void} live */
export function repeat(ask, pauseMs, live) {
  let timer;
  let asking = new AbortController();
  /** @param {number} limitMs */
  async function now(limitMs) {
    clearTimeout(timer);
    asking.abort();
    const mine = asking = new AbortController();
    if (document.visibilityState === "visible") {
      const limit = setTimeout(() => mine.abort(), limitMs);
      const how = await ask(mine.signal).then(() => /** @type {const} */ ("yes"), () => /** @type {const} */ ("no"));
      clearTimeout(limit);
      if (mine !== asking) return; // a newer call has begun meanwhile
      live(how);
    }
    timer = mine.signal.aborted ? setTimeout(now, 0, nextTryMs(limitMs)) : setTimeout(now, pauseMs, LAST_TRY_MS);
  }
  onWaking(() => now(FIRST_TRY_MS));
  now(LAST_TRY_MS);
  return () => now(LAST_TRY_MS);
}

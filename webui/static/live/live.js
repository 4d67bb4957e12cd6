// Keep the page's state up to date: by the table's event stream, or by polling while there is none.

import { setClock } from "../base/clock.js";
import { served } from "../base/dom.js";
import { keepVersion } from "../base/version.js";
import { FIRST_TRY_MS, nextTryMs, onWaking } from "../base/waking.js";
import { drawPrompts } from "./prompts.js";

const SILENCE_MS = 35_000; // the table sends something every 15 s
const AGAIN_MS = 1500;
// If the table has no place for a stream, the page polls, and asks for a stream from time to time. An answer takes the
// table 0.6 ms. With half this interval, 120 pages would cost a Pi a third of a core. With twice this interval, a turn
// could be over before the page shows it.
const ASK_MS = 3000;
const PLACE_MS = 20_000;
const LATE_MS = 5000; // after such a silence, the next state is not news

/** How a page follows the table: by a stream, by polling, or not at the moment.
 * @typedef {"yes" | "slow" | "no"} Live */

// These extras load after the first paint.
const extras = Promise.all([import("../device/sound.js"), import("../device/awake.js"), import("./banner.js")]);
/** @param {PageState} state @param {boolean} late */
const updateExtras = (state, late) => extras.then(([{ announce }, { stayAwake }, { showBanner }]) => {
  announce(state);
  stayAwake(state);
  showBanner(state, late);
});

/** Let cards travel while the page changes, once the script for it is here; without it they are there at once.
 * @type {(change: () => void, how: { late?: boolean }) => void} */
let travel = (change) => change();
import("../drawing/flights.js").then((loaded) => { ({ travel } = loaded); }, () => {});

/** Call `draw(state)` now and at every change, and `live(how)` when the connection changes.
 * @param {string} view @param {(state: PageState) => void} draw @param {(live: Live) => void} live */
export function follow(view, draw, live) {
  let state = served.state; // an event has only what has changed
  let source;
  let heard = Date.now();
  let again;
  let mute = false; // the stream is open but has sent nothing; its clock may be that of another table
  let plain = ""; // for a browser or proxy that holds back compressed streams
  let asking = null; // set while the page polls; aborting it discards a late answer

  let answered = Date.now(); // when the table last answered; reconnecting does not change this
  let late = false;
  const isLate = () => Date.now() - answered > LATE_MS;

  /** @param {PageState} now @param {boolean} late */
  const showState = (now, late) => {
    state = now;
    keepVersion(state.version);
    travel(() => draw(state), { late });
    drawPrompts(state);
    updateExtras(state, late);
  };
  const tableAnswered = () => {
    asking?.abort();
    asking = null;
    heard = answered = Date.now();
    live("yes");
  };
  /** Open a new stream; try again if there is no answer within `tryMs`. @param {number} [tryMs] */
  const connect = (tryMs) => {
    clearTimeout(again);
    source?.close();
    if (!asking) heard = Date.now();
    source = new EventSource(`/stream?view=${view}${plain}`);
    if (tryMs) again = setTimeout(connect, tryMs, nextTryMs(tryMs));
    source.onmessage = (event) => {
      tableAnswered();
      showState({ ...state, ...JSON.parse(event.data) }, late);
      late = false;
    };
    source.onopen = () => {
      clearTimeout(again);
      mute = true;
      late = isLate();
    };
    source.addEventListener("alive", (event) => {
      tableAnswered();
      setClock(Number(event.data), mute);
      mute = false;
    });
    source.onerror = () => {
      if (!asking) live("no");
      // The browser reconnects by itself, except after a refusal such as "no place left".
      if (source.readyState !== EventSource.CLOSED) return;
      asking?.abort();
      ask(asking = new AbortController());
      clearTimeout(again);
      // A random delay, so that many pages do not ask at the same time.
      again = setTimeout(connect, PLACE_MS * (0.75 + Math.random() / 2));
    };
  };

  /** Poll until there is a stream. @param {AbortController} mine */
  async function ask({ signal }) {
    let etag = "";
    let first = true;
    while (!signal.aborted) {
      const soon = nextPoll(signal);
      if (first || document.visibilityState === "visible") {
        let newest = null;
        try {
          const headers = { Accept: "application/json", ...(etag && { "If-None-Match": etag }) };
          const answer = await fetch(`/api/state?view=${view}`, { headers, signal });
          if (!answer.ok && answer.status !== 304) throw new Error(String(answer.status));
          if (answer.ok) newest = await answer.json();
          etag = answer.headers.get("ETag") ?? "";
          setClock(Number(answer.headers.get("X-Table-Clock")), first);
        } catch {
          if (!signal.aborted) retryLater();
          return;
        }
        if (signal.aborted) return;
        first = false;
        late = isLate();
        heard = answered = Date.now();
        live("slow");
        if (newest) showState(newest, late);
      }
      await soon;
    }
  }

  /** Reconnect soon to a table that does not answer: the first pages to return get the streams. */
  function retryLater() {
    asking = null;
    live("no");
    clearTimeout(again);
    again = setTimeout(connect, AGAIN_MS);
  }

  const check = () => {
    if (Date.now() - heard <= SILENCE_MS || (asking && document.visibilityState !== "visible")) return;
    if (mute) plain = "&plain";
    asking?.abort();
    asking = null;
    live("no");
    connect(FIRST_TRY_MS);
  };
  setInterval(check, 5000);
  onWaking(() => connect(FIRST_TRY_MS));
  addEventListener("seated", () => connect());

  showState(state, true);
  connect();
}

/** Wait for the next poll: some seconds, or until this page has acted or becomes visible.
 * @param {AbortSignal} signal */
const nextPoll = (signal) => new Promise((resolve) => {
  const over = new AbortController();
  const done = () => { clearTimeout(timer); over.abort(); resolve(undefined); };
  const timer = setTimeout(done, ASK_MS * (0.75 + Math.random() / 2));
  addEventListener("acted", done, { signal: over.signal });
  document.addEventListener("visibilitychange", done, { signal: over.signal });
  signal.addEventListener("abort", done, { signal: over.signal });
});

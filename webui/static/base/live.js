// The page's state, kept true by the table's event stream, however often that breaks; and by asking while there is none.

import { setClock } from "./clock.js";
import { served } from "./dom.js";
import { drawPrompts } from "./prompts.js";

const SILENCE_MS = 35_000; // the table says something every 15 s
const AGAIN_MS = 1500;
// Where all places for streams are taken the page asks so often, and for a stream of its own so often. An answer costs
// 0.6 ms here: halved, a crowd of 120 without streams costs a Pi a third of a core; doubled, a turn is seen when it is over.
const ASK_MS = 3000;
const PLACE_MS = 20_000;
const LATE_MS = 5000; // what came while nothing was heard for so long is no news

/** How a page follows the table: by a stream, by asking now and then, or not just now. @typedef {"yes" | "slow" | "no"} Live */

// What a page does beside what it shows; its first paint waits for none of it.
const extras = Promise.all([import("../device/sound.js"), import("../device/awake.js"), import("../device/askforsound.js"), import("../match/banner.js")]);
/** @param {PageState} state @param {boolean} late */
const updateExtras = (state, late) => extras.then(([{ announce }, { stayAwake }, { askForSound }, { showBanner }]) => {
  announce(state);
  stayAwake(state);
  askForSound(state);
  showBanner(state, late);
});

/**
 * Call `draw(state)` now and at every change, `live(how)` when the connection comes or goes.
 * @param {string} view
 * @param {(state: PageState) => void} draw
 * @param {(live: Live) => void} live
 */
export function follow(view, draw, live) {
  let source;
  let heard = Date.now();
  let again;
  let mute = false; // open, and nothing said yet; then its clock may be another table's than before
  let plain = ""; // for a browser, or what is between, that holds a compressed stream back
  let asking = null; // while there is no stream: what ends it, so that no late answer follows a newer state

  let answered = Date.now(); // when the table was last heard; connecting anew leaves it
  let late = false;
  const isLate = () => Date.now() - answered > LATE_MS;

  /** @param {PageState} state @param {boolean} late */
  const showState = (state, late) => { draw(state); drawPrompts(state); updateExtras(state, late); };
  const tableAnswered = () => {
    asking?.abort();
    asking = null;
    heard = answered = Date.now();
    live("yes");
  };
  const connect = () => {
    clearTimeout(again);
    source?.close();
    if (!asking) heard = Date.now();
    source = new EventSource(`/stream?view=${view}${plain}`);
    source.onmessage = (event) => { tableAnswered(); showState(JSON.parse(event.data), late); late = false; };
    source.onopen = () => { mute = true; late = isLate(); };
    source.addEventListener("alive", (event) => {
      tableAnswered();
      setClock(Number(event.data), mute);
      mute = false;
    });
    source.onerror = () => {
      if (!asking) live("no");
      // The browser tries again by itself, except after a refusal such as "no place left".
      if (source.readyState !== EventSource.CLOSED) return;
      if (!asking) ask(asking = new AbortController());
      again = setTimeout(connect, PLACE_MS * (0.75 + Math.random() / 2)); // a crowd comes one by one
    };
  };

  /** Ask for what is new, until there is a stream. @param {AbortController} mine */
  async function ask({ signal }) {
    let etag = "";
    let anew = true;
    while (!signal.aborted) {
      const soon = nextPoll(signal);
      if (anew || document.visibilityState === "visible") {
        let state = null;
        try {
          const headers = { Accept: "application/json", ...(etag && { "If-None-Match": etag }) };
          const answer = await fetch(`/api/state?view=${view}`, { headers, signal });
          if (!answer.ok && answer.status !== 304) throw new Error(String(answer.status));
          if (answer.ok) state = await answer.json();
          etag = answer.headers.get("ETag") ?? "";
          setClock(Number(answer.headers.get("X-Table-Clock")), anew);
        } catch {
          if (!signal.aborted) retryLater();
          return;
        }
        if (signal.aborted) return;
        anew = false;
        late = isLate();
        heard = answered = Date.now();
        live("slow");
        if (state) showState(state, late);
      }
      await soon;
    }
  }

  /** The table answers nothing: who is there first when it is back gets a stream. */
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
    connect();
  };
  setInterval(check, 5000);
  addEventListener("online", connect);
  addEventListener("pageshow", (event) => event.persisted && connect());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && check());

  showState(served.state, true);
  connect();
  return connect;
}

/** Wait until it is time to ask again: in a while; at once where this page has done something, or is looked at again. @param {AbortSignal} signal */
const nextPoll = (signal) => new Promise((resolve) => {
  const over = new AbortController();
  const done = () => { clearTimeout(timer); over.abort(); resolve(undefined); };
  const timer = setTimeout(done, ASK_MS * (0.75 + Math.random() / 2));
  addEventListener("acted", done, { signal: over.signal });
  document.addEventListener("visibilitychange", done, { signal: over.signal });
  signal.addEventListener("abort", done, { signal: over.signal });
});

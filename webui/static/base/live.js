// The page's state, kept true by the table's event stream, however often that breaks.

import { hear } from "./clock.js";
import { served } from "./dom.js";
import { drawWaits } from "./requests.js";

const SILENCE_MS = 35_000; // the table says something every 15 s
const AGAIN_MS = 1500;

// What a page does beside what it shows; its first paint waits for none of it.
const companions = Promise.all([import("../device/sound.js"), import("../device/awake.js")]);
/** @param {PageState} state */
const attend = (state) => companions.then(([{ announce }, { stayAwake }]) => { announce(state); stayAwake(state); });

/**
 * Call `draw(state)` now and at every change, `live(yes)` when the connection comes or goes.
 * @param {string} view
 * @param {(state: PageState) => void} draw
 * @param {(yes: boolean) => void} live
 */
export function follow(view, draw, live) {
  let source;
  let heard = Date.now();
  let again;
  let mute = false; // open, and nothing said yet; then its clock may be another table's than before
  let plain = ""; // for a browser, or what is between, that holds a compressed stream back

  const all = (state) => { draw(state); drawWaits(state); attend(state); };
  const take = (text) => {
    heard = Date.now();
    live(true);
    all(JSON.parse(text));
  };
  const connect = () => {
    clearTimeout(again);
    source?.close();
    heard = Date.now();
    source = new EventSource(`/stream?view=${view}${plain}`);
    source.onmessage = (event) => take(event.data);
    source.onopen = () => { mute = true; };
    source.addEventListener("alive", (event) => {
      heard = Date.now();
      live(true);
      hear(Number(event.data), mute);
      mute = false;
    });
    source.onerror = () => {
      live(false);
      // The browser tries again by itself, except after a refusal such as "no place left".
      if (source.readyState === EventSource.CLOSED) again = setTimeout(connect, AGAIN_MS);
    };
  };

  const check = () => {
    if (Date.now() - heard <= SILENCE_MS) return;
    if (mute) plain = "&plain";
    live(false);
    connect();
  };
  setInterval(check, 5000);
  addEventListener("online", connect);
  addEventListener("pageshow", (event) => event.persisted && connect());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && check());

  all(served.state);
  connect();
  return connect;
}

// The screen stays on while a match runs.
//
// Browsers have the Screen Wake Lock API in secure contexts only: on this machine itself, not over
// plain HTTP from another. There a silent film is played. It begins with a tap, and it must be
// neither muted nor looped: iOS lets the screen sleep over such a film.

import { h, served, t } from "../base/dom.js";
import { settings } from "./sound.js";

const FILM = "/static/device/awake.mp4"; // a minute of nothing

let state = served.state;
/** @type {WakeLockSentinel | null} */
let lock = null;
let asking = false;
/** @type {HTMLVideoElement | null} */
let film = null;

/** Whether this page keeps the screen on by itself, without a film. */
export const hasWakeLock = () => "wakeLock" in navigator;

const shouldStayAwake = () => settings.awake && Boolean(state.match) && !state.over && document.visibilityState === "visible";

async function requestLock() {
  if (lock || asking) return;
  asking = true;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; });
  } catch { /* a low battery, perhaps: the next change asks again */ }
  asking = false;
  if (!shouldStayAwake()) lock?.release();
}

function playFilm() {
  if (!film) {
    film = h("video", { class: "unseen", playsinline: true, src: FILM, title: t("page.sound.awake"), "aria-hidden": "true", tabindex: "-1" });
    const again = () => { if (film && film.currentTime > film.duration / 2) film.currentTime = 0; };
    film?.addEventListener("timeupdate", again);
    document.body.append(/** @type {HTMLVideoElement} */ (film));
  }
  film?.play().catch(() => {}); // not by this gesture: the next one tries again
}

/** Have the screen as it should be now; `tap` says that somebody just touched the page. */
export function keepAwake(tap = false) {
  if (!shouldStayAwake()) {
    lock?.release();
    film?.pause();
  } else if (hasWakeLock()) requestLock();
  else if (tap && (film?.paused ?? true)) playFilm();
}

addEventListener("click", () => keepAwake(true));
document.addEventListener("visibilitychange", () => keepAwake());

/** Keep the screen on for as long as a match runs. @param {PageState} now */
export function stayAwake(now) {
  state = now;
  keepAwake();
}

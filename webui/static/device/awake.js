// Keep the screen on while a match runs. The Screen Wake Lock API works only in secure contexts: on this machine, but
// not over plain HTTP. Elsewhere a silent film is played. It starts with a tap, and it is neither muted nor looped,
// because iOS lets the screen sleep over such a film.

import { asset, h, served, t } from "../base/dom.js";
import { settings } from "./sound.js";

const FILM = asset("device/awake.mp4"); // one minute without picture or sound

let state = served.state;
/** @type {WakeLockSentinel | null} */
let lock = null;
let asking = false;
/** @type {HTMLVideoElement | null} */
let film = null;

/** Whether the browser has a wake lock, so that no film is needed. */
export const hasWakeLock = () => "wakeLock" in navigator;

const shouldStayAwake = () =>
  settings.awake && Boolean(state.match) && !state.over && document.visibilityState === "visible";

async function requestLock() {
  if (lock || asking) return;
  asking = true;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; });
  } catch { /** the browser refused, perhaps because of a low battery; the next change asks again */ }
  asking = false;
  if (!shouldStayAwake()) lock?.release();
}

function playFilm() {
  if (!film) {
    film = h("video.unseen", { playsinline: true, src: FILM, title: t("page.sound.awake"),
      "aria-hidden": "true", tabindex: "-1" });
    const again = () => {
      if (film && film.currentTime > film.duration / 2) film.currentTime = 0;
    };
    film?.addEventListener("timeupdate", again);
    document.body.append(/** @type {HTMLVideoElement} */ (film));
  }
  film?.play().catch(() => {}); // the browser does not accept this gesture; the next one tries again
}

/** Turn the wake lock or film on or off; `tap` means that the user has just touched the page. */
export function keepAwake(tap = false) {
  if (!shouldStayAwake()) {
    lock?.release();
    film?.pause();
  } else if (hasWakeLock()) requestLock();
  else if (tap && (film?.paused ?? true)) playFilm();
}

addEventListener("click", () => keepAwake(true));
document.addEventListener("visibilitychange", () => keepAwake());

/** Keep the screen on while a match runs. @param {PageState} now */
export function stayAwake(now) {
  state = now;
  keepAwake();
}

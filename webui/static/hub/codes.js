// Send pictures of a table's codes to the hub, and show the answers. The hub reads the codes, because few browsers
// can. Over plain HTTP a page gets the camera only through a file input, which phones open as their camera. Film
// needs HTTPS, or a page on the same machine.

import { postPicture } from "../base/http.js";
import { find, h, show } from "../base/dom.js";

const LONGER_PX = 1920; // longer side of a picture; the hub looks for codes at this size
const QUALITY = 0.9;
const NEXT_MS = 500;
const FILM = { video: { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } } };

/** @typedef {{ said: string[] }} Answer the lines about everything read so far */

/** Return a frame as JPEG, no larger than necessary.
 * @param {ImageBitmap | HTMLVideoElement} seen @param {number} width @param {number} height @returns {Promise<Blob>} */
function jpeg(seen, width, height) {
  const share = Math.min(1, LONGER_PX / Math.max(width, height));
  const canvas = h("canvas", { width: Math.round(width * share), height: Math.round(height * share) });
  const drawn = canvas.getContext("2d");
  drawn.imageSmoothingQuality = "high";
  drawn.drawImage(seen, 0, 0, canvas.width, canvas.height);
  return new Promise((made, failed) => canvas.toBlob((blob) => (blob ? made(blob) : failed()), "image/jpeg", QUALITY));
}

/** Return a file's picture upright. If the browser cannot open it, it is sent as it is, and the hub says why it fails.
 * @param {File} file @returns {Promise<Blob>} */
async function toJpeg(file) {
  try {
    const bitmap = await createImageBitmap(file);
    return await jpeg(bitmap, bitmap.width, bitmap.height);
  } catch {
    return file;
  }
}

/** Let the buttons of `root` (templates/parts/codes.html) post pictures to `address`; each answer is an `Answer`.
 * @param {HTMLElement} root @param {string} address */
export function readCodes(root, address) {
  const [input, film, video, none, list] = ["input", "[data-key=film]", "video", "[data-when=no-camera]",
    "[role=status]"].map((css) => find(css, root));

  /** Send a picture; return whether the hub accepted it. @param {Blob} picture */
  async function send(picture) {
    /** @type {Answer | null} */
    const answer = await postPicture(address, picture, "page.photo.too_large");
    if (answer) show(list, answer.said, (texts) => texts.map((text) => h("li", text)));
    return answer !== null;
  }

  const stop = () => {
    video.srcObject?.getTracks().forEach((/** @type {MediaStreamTrack} */ track) => track.stop());
    video.srcObject = null;
    video.hidden = true;
    film.setAttribute("aria-pressed", "false");
  };

  /** Send frames until the film is stopped or the hub does not answer. @param {MediaStream} stream */
  async function follow(stream) {
    video.srcObject = stream;
    video.hidden = false;
    film.setAttribute("aria-pressed", "true");
    await video.play();
    while (video.srcObject === stream) {
      if (!await send(await jpeg(video, video.videoWidth, video.videoHeight))) stop();
      await new Promise((later) => setTimeout(later, NEXT_MS));
    }
  }

  find("[data-key=photo]", root).onclick = () => input.click();
  input.onchange = async () => {
    const [file] = input.files;
    if (file) await send(await toJpeg(file));
    input.value = ""; // so that the same file can be chosen again
  };
  film.hidden = !navigator.mediaDevices?.getUserMedia;
  film.onclick = async () => {
    if (video.srcObject) { stop(); return; }
    film.disabled = true; // while the browser asks, a second tap would open a second film
    const stream = await navigator.mediaDevices.getUserMedia(FILM).catch(() => null);
    film.disabled = false;
    none.hidden = stream !== null;
    if (stream) await follow(stream).catch(stop);
  };
  document.addEventListener("visibilitychange", () => { if (document.hidden) stop(); });
}

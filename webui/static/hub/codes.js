// Codes of a table's screen, as a browser sees them: pictures go to the hub, and what it says of them is shown.
//
// The hub reads them, as few browsers can. A page on plain http gets no camera but by its input for
// files, which phones open as theirs; film takes https, or the machine itself.

import { postPicture } from "../base/http.js";
import { find, h, show } from "../base/dom.js";

const LONGER_PX = 1920; // at which the hub looks for codes: more is sent for nothing
const QUALITY = 0.9;
const NEXT_MS = 500;
const FILM = { video: { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } } };

/** @typedef {{ said: string[] }} Answer what is to be said of all that was read so far */

/** Draw a picture no larger than it need be. @param {ImageBitmap | HTMLVideoElement} seen @param {number} width @param {number} height @returns {Promise<Blob>} */
function jpeg(seen, width, height) {
  const share = Math.min(1, LONGER_PX / Math.max(width, height));
  const canvas = h("canvas", { width: Math.round(width * share), height: Math.round(height * share) });
  const drawn = canvas.getContext("2d");
  drawn.imageSmoothingQuality = "high";
  drawn.drawImage(seen, 0, 0, canvas.width, canvas.height);
  return new Promise((made, failed) => canvas.toBlob((blob) => (blob ? made(blob) : failed()), "image/jpeg", QUALITY));
}

/** The picture in a file, upright; what the browser cannot open goes as it is, and the hub says why not. @param {File} file @returns {Promise<Blob>} */
async function toJpeg(file) {
  try {
    const bitmap = await createImageBitmap(file);
    return await jpeg(bitmap, bitmap.width, bitmap.height);
  } catch {
    return file;
  }
}

/** Let the buttons of `root` (templates/parts/codes.html) send pictures to `address`, which returns an `Answer` to each. @param {HTMLElement} root @param {string} address */
export function readCodes(root, address) {
  const [input, film, video, none, list] = ["input", "[data-key=film]", "video", "[data-when=no-camera]", "[role=status]"].map((css) => find(css, root));

  /** Return whether the hub took a picture. @param {Blob} picture */
  async function send(picture) {
    /** @type {Answer | null} */
    const answer = await postPicture(address, picture, "page.photo.too_large");
    if (answer) show(list, answer.said, (said) => said.map((text) => h("li", {}, text)));
    return answer !== null;
  }

  const stop = () => {
    video.srcObject?.getTracks().forEach((/** @type {MediaStreamTrack} */ track) => track.stop());
    video.srcObject = null;
    video.hidden = true;
    film.setAttribute("aria-pressed", "false");
  };

  /** Send frames until the film is stopped, or the hub does not answer. @param {MediaStream} stream */
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
    input.value = ""; // the same file once more is a picture, too
  };
  film.hidden = !navigator.mediaDevices?.getUserMedia;
  film.onclick = async () => {
    if (video.srcObject) { stop(); return; }
    film.disabled = true; // while the browser asks: a second tap would open a second film
    const stream = await navigator.mediaDevices.getUserMedia(FILM).catch(() => null);
    film.disabled = false;
    none.hidden = stream !== null;
    if (stream) await follow(stream).catch(stop);
  };
  document.addEventListener("visibilitychange", () => { if (document.hidden) stop(); });
}

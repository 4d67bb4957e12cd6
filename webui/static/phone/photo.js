// A phone as a camera: take a picture of the cards, send it, and show the readings.

import { post, postPicture, toast } from "../base/http.js";
import { button, find, h, rich, show, t } from "../base/dom.js";
import { awayButton, keepPicture, picture } from "../drawing/pictures.js";

const MOST_BYTES = 20_000_000; // the largest picture that the table accepts
const TOO_LARGE = "page.photo.too_large";

let busy = false;

/** Open the camera, or a file dialog. @param {(file: File) => void} then */
function pickPicture(then) {
  const input = find("#camera");
  input.value = ""; // so that the same file can be chosen again
  input.onchange = () => { if (input.files.length && !busy) then(input.files[0]); };
  input.click();
}

/** Take and send a picture, with the number of the match state at that moment, as the match may move on in the
 * meantime.
 * @param {() => PageState} current */
function takePhoto(sheet, current) {
  const { seq } = current();
  pickPicture(async (file) => {
    const read = await sendPicture(sheet, `/api/photo?seen=${seq}`, file);
    if (read) showReading(sheet, current, read);
  });
}

/** Send a picture of the cards in front of this seat to be counted; it can add to the count of picture `beside`.
 * @param {string} [beside] */
const countGrid = (sheet, beside) =>
  pickPicture(async (file) => {
    const read = await sendPicture(sheet, beside ? `/api/count?beside=${encodeURIComponent(beside)}` : "/api/count",
      file);
    if (!read) return;
    const { openCountSheet } = await import("./countsheet.js");
    openCountSheet(sheet, read, (more) => countGrid(sheet, more));
  });

/** Explain the picture to count before the camera opens. */
const openCountGuide = (sheet) => sheet.open(() => [
  sheet.header(t("page.grid.count")),
  h("p.came", t("page.grid.guide")),
  h("div.row", button("counting", t("page.grid.take"), () => countGrid(sheet), "main grow")),
]);

/** Send a picture; return the answer, or null after showing the refusal.
 * @param {string} path @param {File} file @returns {Promise<any>} */
async function sendPicture(sheet, path, file) {
  if (file.size > MOST_BYTES) { toast(t(TOO_LARGE)); return null; }
  busy = true;
  keepPicture(null);
  sheet.open(() => [sheet.header(t("page.photo.title")), h("p.sending", { role: "status" }, t("page.photo.sending"))]);
  const read = await postPicture(path, file, TOO_LARGE);
  busy = false;
  if (!read) sheet.back();
  return read;
}

/** Show the readings of a picture; a question about it opens by itself.
 * @param {() => PageState} current @param {ReadPhoto} photo */
function showReading(sheet, current, photo) {
  keepPicture(photo);
  if (photo.question) { sheet.back(); return; }
  const lies = async (zone) => {
    const read = await post("/api/photo/zone", { photo: photo.id, zone });
    if (read) showReading(sheet, current, read);
  };
  const again = current().photo && photo.came === "nothing";
  sheet.open(() => [
    sheet.header(t("page.photo.title")),
    picture(photo),
    photo.said.map((text, n) => h("p", { class: n ? "reason" : "came" }, rich(text))),
    photo.zones.length > 0 && h("div.choices", photo.zones.map(({ zone, label }) =>
      h("button", { data: { zone, key: zone }, onclick: () => lies(zone) }, rich(label)))),
    h("div.row", again && button("again", t("page.photo.again"), () => takePhoto(sheet, current), "main grow"),
      button("done", t("page.go_on"), sheet.back, again ? "grow" : "main grow")),
  ]);
}

/** Return what the menu's lines about pictures do. @param {() => PageState} current */
export const photoActs = (sheet, current) => ({
  photo: () => takePhoto(sheet, current),
  grid: () => openCountGuide(sheet),
});

/** Return the buttons below a question about a picture: another one, or discard it.
 * @param {() => PageState} current @param {Question} asked */
export function photoAgainButtons(sheet, current, asked) {
  const away = awayButton(asked.id);
  return away && h("div.row",
    current().photo && button("photo", t("page.photo.again"), () => takePhoto(sheet, current), "grow"), away);
}

/** Show the photo button on the page itself if there is no camera.
 * @param {HTMLElement} element @param {() => PageState} current */
export function drawPhoto(element, sheet, current) {
  const due = current().photo === "first";
  element.hidden = !due;
  show(element, due, () => due && [
    h("button.main.wide", { data: { key: "photo" }, "aria-describedby": "photo-guide",
      onclick: () => takePhoto(sheet, current) }, t("page.photo.send")),
    h("p", { id: "photo-guide", class: "reason" }, t("page.photo.guide")),
  ]);
}

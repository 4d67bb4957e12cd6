// Calibration, and teaching a deck: the camera's picture, and beside it what the table says of it (`data-from`).

import "../base/steady.js";
import { post } from "../base/http.js";
import { drawLive } from "../match/board.js";
import { camera } from "../drawing/pictures.js";
import { find } from "../base/dom.js";
import { keepPart } from "../base/part.js";

const part = find("[data-from]");

camera(find("#view"));
const again = keepPart(part, Number(part.dataset.every), drawLive);

/** Post what a button or a form says. @param {HTMLElement} element @param {any} body */
async function send({ dataset: { post: path } }, body) {
  await post(path, body);
  again();
}

document.addEventListener("click", ({ target }) => {
  const button = /** @type {Element} */ (target).closest("button[data-post]");
  if (button instanceof HTMLElement) send(button, JSON.parse(button.dataset.sent ?? "{}"));
});
document.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  send(form, Object.fromEntries(new FormData(form)));
});

// The virtual table's cards.
find("#tray")?.addEventListener("click", async ({ target }) => {
  const { lay, card = lay } = target.closest("[data-lay]")?.dataset ?? {};
  if (lay === undefined) return;
  if (!lay || !find("#tray input").checked) await post("/virtual/clear");
  if (lay) await post("/virtual/lay", { card, face_up: card === lay });
});

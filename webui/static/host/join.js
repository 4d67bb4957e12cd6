// How a browser becomes a host: a form takes the host's code.

import { post } from "../base/http.js";

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.id !== "become") return;
  event.preventDefault();
  if (await post(new URL(form.action).pathname, { code: new FormData(form).get("code") })) location.reload();
});

// Enter the host's code, then open the page.

import { post } from "../base/http.js";
import { find } from "../base/dom.js";

find("#become").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await post("/api/host", { code: event.target.elements.code.value })) location.reload();
});

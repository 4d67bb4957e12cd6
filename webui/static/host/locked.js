// Enter the host's code, then go on to the page that it opens.

import { act } from "../base/act.js";
import { find } from "../base/dom.js";

find("#become").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await act("/api/host", { code: event.target.elements.code.value })) location.reload();
});

// Polling, one request at a time, for pages that only the host opens.

import { keepVersion } from "./version.js";
import { repeat } from "./waking.js";

/** Fetch `path` every `pauseMs` milliseconds; call `show(answer)`, and `live(how)` when the connection changes. */
export const poll = (path, pauseMs, show, live) => repeat(async (signal) => {
  const answer = await fetch(path, { headers: { Accept: "application/json" }, signal });
  keepVersion(answer.headers.get("X-Page-Version"));
  if (!answer.ok) throw new Error(String(answer.status));
  await show(await answer.json());
}, pauseMs, live);

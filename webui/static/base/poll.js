// Polling, one request at a time, for pages that only the host opens.

/** Fetch `path` every `pauseMs` milliseconds; call `show(answer)`, and `live(how)` when the connection changes. */
export function poll(path, pauseMs, show, live) {
  let timer;
  async function ask() {
    clearTimeout(timer);
    if (document.visibilityState === "visible") {
      try {
        const answer = await fetch(path, { headers: { Accept: "application/json" } });
        if (!answer.ok) throw new Error(String(answer.status));
        await show(await answer.json());
        live("yes");
      } catch {
        live("no");
      }
    }
    clearTimeout(timer);
    timer = setTimeout(ask, pauseMs);
  }
  document.addEventListener("visibilitychange", ask);
  ask();
  return ask;
}

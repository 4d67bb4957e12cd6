// Keep the wall up to date: ask every second, and redraw what has changed.

const EVERY_MS = 1000;
const LOST_MS = 5000;

const wall = /** @type {HTMLElement} */ (document.getElementById("wall"));
const lost = /** @type {HTMLElement} */ (document.getElementById("lost"));
let tag = "";
let heard = Date.now();

async function refreshWall() {
  try {
    const answer = await fetch(String(wall.dataset.from), { headers: tag ? { "If-None-Match": tag } : {},
      cache: "no-store", signal: AbortSignal.timeout(LOST_MS) });
    if (answer.status === 200) {
      tag = answer.headers.get("ETag") ?? "";
      wall.innerHTML = await answer.text(); // safe: the server's templates escape what tables say
    }
    if (answer.ok || answer.status === 304) heard = Date.now();
  } catch { /** the next second tries again */ }
  lost.hidden = Date.now() - heard < LOST_MS;
  setTimeout(refreshWall, EVERY_MS);
}

setTimeout(refreshWall, EVERY_MS);

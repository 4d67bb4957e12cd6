// The wall, made anew each second where something on it is another.

const EVERY_MS = 1000;
const LOST_MS = 5000;

const wall = /** @type {HTMLElement} */ (document.getElementById("wall"));
const lost = /** @type {HTMLElement} */ (document.getElementById("lost"));
let tag = "";
let heard = Date.now();

async function look() {
  try {
    const answer = await fetch(String(wall.dataset.from), { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store", signal: AbortSignal.timeout(LOST_MS) });
    if (answer.status === 200) {
      tag = answer.headers.get("ETag") ?? "";
      wall.innerHTML = await answer.text(); // made by the server's templates, which escape what tables say
    }
    if (answer.ok || answer.status === 304) heard = Date.now();
  } catch { /* asked again */ }
  lost.hidden = Date.now() - heard < LOST_MS;
  setTimeout(look, EVERY_MS);
}

setTimeout(look, EVERY_MS);

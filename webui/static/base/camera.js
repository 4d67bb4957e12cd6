// The camera's own view, fetched again as soon as the last one is shown.

const NEXT_MS = 400;
const LOST_MS = 2000;

/** Keep `image` showing what the camera sees; `data-lost` says that it shows nothing. */
export function camera(image) {
  let timer;
  const later = (ms) => { clearTimeout(timer); timer = setTimeout(fetchOne, ms); };
  function fetchOne() {
    if (document.visibilityState !== "visible") return;
    image.src = `/camera.jpg?${Date.now()}`;
  }
  image.addEventListener("load", () => { delete image.dataset.lost; later(NEXT_MS); });
  image.addEventListener("error", () => { image.dataset.lost = "yes"; later(LOST_MS); });
  document.addEventListener("visibilitychange", fetchOne);
  fetchOne();
}

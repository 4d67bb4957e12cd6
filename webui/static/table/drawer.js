// The drawer with the host's controls beside the stage, and the buttons at the top, which go while nobody is there.

import { find, served } from "../base/dom.js";
import { store, stored } from "../base/storage.js";

const KEPT = "controls";
const LEAVES_MS = 4000;

let open = false;
let wanted = stored(KEPT); // what the host chose last

function show() {
  document.body.dataset.controls = open ? "yes" : "no";
  find("#controls")?.setAttribute("aria-expanded", String(open));
}

/** Open or close the drawer, and remember it. */
export function toggleDrawer() {
  open = !open;
  wanted = open ? "open" : "closed";
  store(KEPT, wanted);
  show();
}

/** Open the drawer as the host chose; without a choice, if the moves have no other place.
 * @param {PageState} state */
export function drawDrawer({ match, seats }) {
  const needed = Boolean(match) && !served.virtual && !seats.some((seat) => seat.held);
  open = served.host && (wanted === "open" || (!wanted && needed));
  show();
}

/** Connect the button and its key. */
export function connectDrawer() {
  find("#controls")?.addEventListener("click", toggleDrawer);
  document.addEventListener("keydown", ({ key, target, ctrlKey, metaKey, altKey }) => {
    const types = target instanceof Element && target.matches("input, textarea, select");
    if (key === "c" && served.host && !types && !ctrlKey && !metaKey && !altKey) toggleDrawer();
  });
  let timer = 0;
  const wake = () => {
    clearTimeout(timer);
    delete document.body.dataset.idle;
    timer = setTimeout(() => { document.body.dataset.idle = "yes"; }, LEAVES_MS);
  };
  for (const here of ["pointermove", "pointerdown", "keydown"]) document.addEventListener(here, wake);
  wake();
}

// Buttons of the table that are pressed as real ones are: each press and release is sent at once, one after the other.

const PRESSES = [" ", "Enter"];

/** Let an element be pressed; `post(down)` sends a press or a release. Returns a function that presses it for some
 * milliseconds, and one that does something after all that was sent.
 * @param {HTMLElement} element @param {(down: boolean) => Promise<any>} post */
export function pressable(element, post) {
  let queue = Promise.resolve();
  let down = false;
  const then = (does) => { queue = queue.then(does); };
  const send = (now) => {
    if (down === now) return;
    down = now;
    element.dataset.down = now ? "yes" : "no";
    then(() => post(now));
  };
  const hold = (ms) => {
    send(true);
    then(() => new Promise((over) => { setTimeout(over, ms); }));
    send(false);
  };
  const on = (kind, heard) => element.addEventListener(kind, heard);
  on("pointerdown", (event) => {
    if (event.button) return;
    element.setPointerCapture(event.pointerId);
    send(true);
  });
  for (const end of ["pointerup", "pointercancel", "blur"]) on(end, () => send(false));
  on("keydown", (event) => {
    if (!PRESSES.includes(event.key)) return;
    event.preventDefault();
    if (!event.repeat) send(true);
  });
  on("keyup", ({ key }) => { if (PRESSES.includes(key)) send(false); });
  on("contextmenu", (event) => event.preventDefault());
  return { hold, then };
}

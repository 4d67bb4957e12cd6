() => {
  // What lies upon something else on a page, or makes it scroll sideways.
  const faults = [];
  const name = (one) => `${one.tagName.toLowerCase()}${one.id && `#${one.id}`}.${[...one.classList].join(".")} "${one.textContent.trim().slice(0, 30)}"`;
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) faults.push(`the page is ${root.scrollWidth} wide`);
  for (const one of document.querySelectorAll("main, .seats, #dock, aside, #sheet, .menu")) {
    const scrolls = ["auto", "scroll"].includes(getComputedStyle(one).overflowX);
    if (scrolls && one.checkVisibility() && one.scrollWidth > one.clientWidth + 1) faults.push(`${name(one)} scrolls sideways`);
  }

  /** What is seen of a box within all that clips it. */
  function seen(one, box) {
    let { left, right, top, bottom } = box;
    for (let of = one; of && of !== document.body; of = of.parentElement) {
      if (getComputedStyle(of).overflow === "visible") continue;
      const at = of.getBoundingClientRect();
      [left, right, top, bottom] = [Math.max(left, at.left), Math.min(right, at.right), Math.max(top, at.top), Math.min(bottom, at.bottom)];
    }
    return { left, right, top, bottom };
  }

  const found = [];
  const apart = root.scrollHeight <= innerHeight ? "main *, #sheet *, .top *" : "main *, .top *"; // else a sheet lies over what can be scrolled from beneath it
  for (const one of document.querySelectorAll(apart)) {
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const row = one.closest("#sheet > .row:last-child"); // at the foot of a sheet that scrolls beneath it
    if (row?.parentElement && row.parentElement.scrollHeight > row.parentElement.clientHeight) continue;
    if (one.closest(".unseen, .ground, .view, .you, .until, option, .live, svg, .mat, .hand")) continue;
    const texts = [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const button = one.matches("button, input, select, img, .mark, .counter, .pip, .value"); // by its box, not its letters
    if (!texts.length && !button) continue;
    const range = document.createRange();
    const boxes = button ? [one.getBoundingClientRect()] : texts.flatMap((node) => { range.selectNodeContents(node); return [...range.getClientRects()]; });
    for (const box of boxes) {
      const at = seen(one, box);
      if (at.right - at.left > 2 && at.bottom - at.top > 2) found.push({ one, at });
    }
  }
  found.forEach(({ one, at }, n) => {
    for (const other of found.slice(n + 1)) {
      if (one === other.one || one.contains(other.one) || other.one.contains(one)) continue;
      const across = Math.min(at.right, other.at.right) - Math.max(at.left, other.at.left);
      const down = Math.min(at.bottom, other.at.bottom) - Math.max(at.top, other.at.top);
      if (across > 2 && down > 4) faults.push(`${name(one)} lies upon ${name(other.one)}`);
    }
  });
  return [...new Set(faults)];
}

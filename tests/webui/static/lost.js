() => {
  // What a page keeps from its reader: text that is cut off or outside, and what a finger cannot reach.
  const lost = [];
  const shown = document.querySelector("dialog:modal") ?? document.querySelector("#sheet[open]") ?? document.body;
  const root = document.documentElement;
  const name = (one) => `${one.tagName.toLowerCase()}${one.id && `#${one.id}`}.${[...one.classList].join(".")} "${one.textContent.trim().slice(0, 30)}"`;
  const scrolls = (how) => how === "auto" || how === "scroll";
  const hides = (how) => how === "hidden" || how === "clip";

  /** Why one of these rectangles cannot be seen, also by scrolling; or nothing. */
  function why(one, rects) {
    for (let box = one; box && box !== document.body; box = box.parentElement) {
      const { display, position, overflowX, overflowY } = getComputedStyle(box);
      if (display === "inline" || display === "contents") continue;
      const at = box.getBoundingClientRect();
      const across = hides(overflowX) && rects.some((r) => r.right > at.right + 3 || r.left < at.left - 3);
      const down = hides(overflowY) && rects.some((r) => r.bottom > at.bottom + 4 || r.top < at.top - 4);
      if (across || down) return `is cut off by ${name(box)}`;
      if (scrolls(overflowX) || scrolls(overflowY)) return null;
      if (position === "fixed") break;
    }
    const [right, bottom] = [innerWidth, Math.max(innerHeight, root.scrollHeight)];
    const outside = rects.some((r) => r.right > right + 2 || r.left < -2 || r.bottom + scrollY > bottom + 4);
    return outside ? "is outside the page" : null;
  }

  scrollTo(0, 0);
  for (const one of shown.querySelectorAll("*")) {
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const whole = one.closest("[title]");
    if (whole && getComputedStyle(whole).textOverflow === "ellipsis") continue; // a name, whole when asked for
    if (one.closest(".top [data-more]:not([data-more=no]) small")) continue; // a button shows it whole
    if (one.closest(".unseen, noscript, svg, option, [aria-hidden=true], .live")) continue;
    const texts = [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!texts.length && !one.matches("input, select, img")) continue;
    const range = document.createRange();
    const rects = texts.flatMap((node) => { range.selectNodeContents(node); return [...range.getClientRects()]; });
    const said = why(one, texts.length ? rects : [one.getBoundingClientRect()]);
    if (said) lost.push(`${name(one)} ${said}`);
  }
  for (const one of shown.querySelectorAll("button, a[href], input, select, summary")) {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.disabled || one.closest(".unseen, .spots, .mat")) continue;
    one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const at = one.getClientRects()[0];
    const top = at && document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
    const met = top && (one.contains(top) || top.contains(one) || one.closest("label")?.contains(top));
    if (at && !met) lost.push(`${name(one)} is under ${top ? name(top) : "nothing"}`);
  }
  scrollTo(0, 0);
  return [...new Set(lost)];
}

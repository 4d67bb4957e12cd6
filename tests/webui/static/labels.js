() => {
  // The labels of the drawn tables that lie on a card or on another label, are cut off, or are too small to read.
  const faults = [];
  const LEAST_PX = 12;
  const name = (one) => `${one.getAttribute("class")} "${one.textContent.trim().slice(0, 30)}"`;
  const found = (selector) =>
    [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((one) => ({ one, at: one.getBoundingClientRect() })).filter(({ at }) => at.width && at.height);
  /** How many square pixels two boxes share; less than half a pixel of an edge is none. */
  const shared = (one, other) => {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return across > .5 && down > .5 ? across * down : 0;
  };
  const cards = found(".lies :is(image, .named > rect, .down > rect), .amiss :is(image, .named > rect, .down > rect), .placed, .stack > img, .spot .hand");
  const labels = found(".note, .spot :is(.name, .tokens, .cue, .denied), .marks .wrongs > li");
  for (const { one, at } of labels) {
    const size = parseFloat(getComputedStyle(one).fontSize), box = one.closest(".ground")?.getBoundingClientRect();
    if (one.textContent.trim() && size < LEAST_PX) faults.push(`${name(one)} has letters of ${size} px`);
    if (box && (at.left < box.left - 1 || at.right > box.right + 1 || at.top < box.top - 1 || at.bottom > box.bottom + 1))
      faults.push(`${name(one)} is outside its drawing`);
    for (const card of cards) {
      if (card.one.contains(one)) continue;
      // A pile may carry its own number at its edge: every card of it looks alike.
      const pile = one.matches(".note.count") && card.one.closest("[data-kind=pile]");
      const most = pile ? .25 * card.at.width * card.at.height : 4;
      if (shared(at, card.at) > most) faults.push(`${name(one)} lies on ${card.one.closest("[data-card]")?.dataset.card ?? name(card.one)}`);
    }
  }
  labels.forEach(({ one, at }, n) => {
    for (const other of labels.slice(n + 1))
      if (!one.contains(other.one) && !other.one.contains(one) && shared(at, other.at)) faults.push(`${name(one)} lies on ${name(other.one)}`);
  });
  return [...new Set(faults)];
}

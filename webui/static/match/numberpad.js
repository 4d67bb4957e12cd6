// The pad with digits on which a player enters a number, such as an announcement.

import { h, number, t } from "../base/dom.js";
import { draft } from "../base/drafts.js";
import { isJustShown } from "../base/taps.js";

/** Return a number pad that starts at the least number; the typed number is kept under `name`.
 * @param {AskNumber} ask @param {Record<string, any>} values @param {() => void} changed @param {string} name */
export function numberPad(ask, values, changed, name) {
  let typed = "";
  let begins = true; // the next digit starts a new number
  const value = () => typed === "" ? ask.least : Number(typed);
  const within = () => value() >= ask.least && (ask.most === null || value() <= ask.most);
  const fits = () => within() && (value() - ask.least) % ask.step === 0;
  const set = (text) => {
    typed = text.replace(/^0+/, "").slice(0, 6);
    values[ask.field] = value();
    less.disabled = value() <= ask.least;
    more.disabled = ask.most !== null && value() + ask.step > ask.most;
    hint.textContent = fits() ? "" : within() ? t("page.pad.step", { number: number(ask.step) }) : value() < ask.least
      ? t("page.pad.least", { number: number(ask.least) }) : t("page.pad.most", { number: number(ask.most ?? 0) });
    changed();
  };
  const key = (label, press, extra = {}) =>
    h("button.key", { onclick: press, ...extra }, label);
  const add = (n) => {
    set((begins ? "" : typed) + n);
    begins = false;
  };
  const digit = (n) => key(n, () => add(n), { data: { key: `digit${n}` } });
  const step = (by) => { // go to the next allowed number in this direction
    const steps = (value() - ask.least) / ask.step;
    set(String(ask.least + ask.step * Math.max(0, by < 0 ? Math.ceil(steps) - 1 : Math.floor(steps) + 1)));
    begins = true;
  };
  const less = key("−", () => step(-1), { "aria-label": t("page.pad.less"), data: { key: "less" } });
  const more = key("+", () => step(1), { "aria-label": t("page.pad.more"), data: { key: "more" } });
  const rub = key("⌫", () => set(typed.slice(0, -1)), { class: "key rub", "aria-label": t("page.pad.rub"),
    data: { key: "rub" } });
  const hint = h("p.hint", { role: "status" });
  const element = h("div.pad", { role: "group" },
    digit(1), digit(2), digit(3), rub, digit(4), digit(5), digit(6), digit(7), digit(8), digit(9), digit(0));
  const keys = (event) => {
    if (!element.isConnected) return document.removeEventListener("keydown", keys);
    const elsewhere = event.target.closest("dialog") !== element.closest("dialog") && event.target !== document.body;
    if (elsewhere || event.target.closest("input, select, textarea, .placed") || event.ctrlKey || event.metaKey) return;
    if (/^\d$/.test(event.key)) add(event.key);
    else if (event.key === "Backspace") set(typed.slice(0, -1));
    else if (event.key === "Enter" && (event.target === document.body || event.target.closest(".key, h2, [data-asks]")))
    {
      event.preventDefault(); // otherwise Enter would press the pad's last clicked key again
      const form = element.closest("form");
      if (!event.repeat && !isJustShown(form?.querySelector("[type=submit]"))) form.requestSubmit();
    }
  };
  document.addEventListener("keydown", keys);
  queueMicrotask(() => {
    const was = draft(name, element, () => typed);
    set(was);
    begins = !was;
  });
  return {
    element,
    ready: fits,
    text: () => number(value()),
    around: (done) => h("div.decide", less, done, more, hint),
  };
}

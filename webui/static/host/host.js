// What the host of the table does: a new match, undo, the join code, the host's code.

import { act, confirmed, got } from "../base/act.js";
import { deviceButton, languages } from "../device/device.js";
import { find, h, served, t } from "../base/dom.js";
import { lessonButton } from "../match/lesson.js";
import { aboutSeats, freeButton, handOverButton, knownNames } from "./handover.js";
import { steps } from "../match/steps.js";

/** Connect the host's buttons to what they do; `current()` is the state that is shown. @param {{ sheet: any, current: () => PageState }} _ */
export function hosting({ sheet, current }) {
  const on = (selector, listen) => find(selector)?.addEventListener("click", listen);

  on("#new", () => openNewMatch(sheet, current));
  on("#join", () => sheet.open(() => [sheet.header(t("page.join")), ...join()]));
  on("#log", () => sheet.open(() => [
    sheet.header(t("page.log")),
    h("div", { class: "row" },
      served.host && steps(sheet, current, "host"),
      served.host && handOverButton(sheet, current),
      current().count && h("button", { onclick: sheet.reopen }, t("page.count.again")),
      h("a", { class: "button", href: `/rules?from=${location.pathname}` }, t("page.rules.all")),
      lessonButton(current, sheet),
      served.host && h("a", { class: "button", href: `/history?from=${location.pathname}` }, t("page.history")),
      deviceButton(sheet, current),
      languages(current().locale)),
    served.host && h("div", { class: "row" }, current().seats.filter((seat) => seat.held).map((seat) => freeButton(seat, "small"))),
    served.host && aboutSeats(sheet, current),
    sheet.log(),
  ], { watches: () => [current().undo, current().redo, current().seq, current().seats.map((seat) => seat.held)] }));
  on("#become", () => sheet.open(() => become(sheet)));
}

/** The join code: its picture, and the address to type, by number and by name; or why there is none. */
export const join = () => [
  !served.address && h("p", {}, served.unreached),
  !served.address && served.code && h("p", { class: "reason" }, t("page.host.code", { code: served.code })),
  served.address && h("div", { class: "join" },
    h("img", { src: "/join.svg", alt: t("page.join.code", { address: served.address }), class: "qr" }),
    h("div", {},
      h("p", {}, t("page.join.how")),
      h("p", { class: "address" }, served.address),
      served.name && h("p", { class: "reason" }, served.name),
      served.code && h("p", { class: "reason" }, t("page.host.code", { code: served.code })))),
];

/** Open the form of a new match. @param {any} sheet @param {() => PageState} current */
export async function openNewMatch(sheet, current) {
  const games = await got("/api/games");
  if (games) sheet.open(() => newMatch(games, sheet, current));
}

/** What the value of a field of the form means, where it is not a word. */
const READ = { number: Number, seat: Number, yes: Boolean };

/** The form of a new match, made from the options' schema. @param {any[]} games @param {any} sheet @param {() => PageState} current */
function newMatch(games, sheet, current) {
  const now = current();
  const form = h("form", { class: "match" });
  const chosen = new Set(); // the fields that were touched: all others begin anew with the game
  let game;
  const select = (name, options, value) => h("select", { name }, options.map((one) => h("option", { value: one.value, selected: one.value === value }, one.label)));
  const range = (least, most) => Array.from({ length: most - least + 1 }, (_, n) => least + n);
  const fields = () => {
    const wanted = form.elements.game?.value ?? now.match?.game;
    game = games.find((one) => one.name === wanted) ?? games[0];
    const edition = form.elements["option.edition"]?.value ?? (now.match?.game === game.name ? now.match?.options.edition : undefined);
    const defaults = (game.editions.find((one) => one.value === edition) ?? game).defaults;
    const seats = Number(form.elements.seats?.value) || now.match?.seats || 3;
    const follows = game.last?.seats === seats ? game.last.options : {};
    const field = (one) => {
      const name = `option.${one.name}`;
      const value = chosen.has(name) ? form.elements[name]?.value : one.name === "edition" ? edition : undefined;
      if (one.kind === "seat") return select(name, now.everybody.slice(0, seats).map((seat) => ({ value: String(seat.seat), label: seat.label })), value ?? String(follows[one.name] ?? defaults[one.name]));
      if (one.kind === "choice") return select(name, one.values, value ?? defaults[one.name]);
      if (one.kind === "yes") return select(name, [{ value: "yes", label: t("page.yes") }, { value: "", label: t("page.no") }], value ?? (defaults[one.name] ? "yes" : ""));
      if (one.usual.length) return select(name, one.usual, value ?? String(defaults[one.name]));
      const number = h("input", { name, type: "number", inputmode: "numeric", min: one.least, max: one.most, step: one.step, value: value ?? String(defaults[one.name]), required: true });
      return one.unit ? h("span", { class: "measured" }, number, one.unit) : number;
    };
    const rows = [
      games.length > 1 && [t("page.match.game"), select("game", games.map((one) => ({ value: one.name, label: one.title })), game.name)],
      [t("page.match.seats"), select("seats", range(game.least, Math.min(game.most, now.everybody.length)).map((n) => ({ value: String(n), label: String(n) })), String(seats))],
      ...game.options.map((one) => [one.label, field(one)]),
    ].filter(Boolean);
    const called = now.everybody.slice(0, seats).map((seat) => {
      const name = `name.${seat.seat}`;
      const own = seat.given !== "" && now.seats[seat.seat]?.held; // its phone says it
      return h("label", {}, h("span", {}, seat.label), h("input", {
        name, maxLength: 14, autocomplete: "off", disabled: own, value: form.elements[name]?.value ?? seat.given,
        list: "known-names",
      }));
    });
    const names = h("details", { class: "names", open: form.querySelector(".names")?.open ?? false },
      h("summary", {}, t("page.match.names")), called, knownNames(now));
    const without = seats > now.buttons && h("p", { class: "reason" }, t("page.match.no_button", { count: now.buttons }));
    form.replaceChildren(...rows.map(([label, input]) => h("label", {}, h("span", {}, label), input)),
      without || "", names, h("button", { class: "main wide", type: "submit" }, t("page.match.start")),
      h("button", { class: "wide", type: "submit", value: "lesson", data: { key: "lesson" } }, t("page.lesson.first")));
  };
  form.addEventListener("change", (event) => {
    chosen.add(event.target.name);
    if (event.target.matches("select")) fields();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (now.match && !current().over && !(await confirmed(t("page.match.sure"), t("page.match.start")))) return;
    const values = Object.fromEntries(game.options.map((one) => {
      const { value } = form.elements[`option.${one.name}`];
      return [one.name, (READ[one.kind] ?? String)(value)];
    }));
    const seats = Number(form.elements.seats.value);
    const names = Array.from({ length: seats }, (_, n) => form.elements[`name.${n}`].value);
    const lesson = event.submitter?.value === "lesson";
    if (await act("/api/match", { game: game.name, seats, names, options: values, lesson })) sheet.close();
  });
  fields();
  return [sheet.header(t("page.match")), form];
}

/** The host's code makes this browser the host of the table. */
export function become(sheet) {
  const code = h("input", { name: "code", inputmode: "numeric", autocomplete: "off", required: true });
  return [sheet.header(t("page.host")), h("form", {
    class: "match",
    onsubmit: async (event) => {
      event.preventDefault();
      if (await act("/api/host", { code: code.value })) location.reload();
    },
  }, h("p", {}, t("page.host.how")), h("label", {}, h("span", {}, t("page.host.enter")), code), h("button", { class: "main wide" }, t("page.host.become")))];
}

// A new match: choose a game by its picture, then its options; the last choices are the defaults.

import { confirmed, getJson } from "../base/http.js";
import { seatMark } from "../match/board.js";
import { find, h, redraw, stylesheet, t, toggle } from "../base/dom.js";
import { ALONE, USUAL, begin, isAlone } from "../match/begin.js";
import { LEVELS, knownNames } from "./handover.js";
import { whoPlays } from "./whoplays.js";

/** Whether a new match would lose moves or cards in hands. @param {PageState} state */
const wouldLoseMatch = (state) => state.match && !state.over && !state.lesson
  && (state.undo !== null || Boolean(state.scene?.hands.some((hand) => hand.length)));

/** Open the choice of games, or the form of the game that was chosen already.
 * @param {() => PageState} current @param {string} [chosen] */
export async function openNewMatch(sheet, current, chosen = "") {
  const [games] = await Promise.all([getJson("/api/games"), stylesheet("host/newmatch")]);
  if (games) openGames(games, sheet, current, games.find((game) => game.name === chosen));
}

/** With whom one plays, as chosen on this page; without a choice as in the last match.
 * @typedef {"people" | "alone"} Company @type {Company | null} */
let chosenCompany = null;

/** @param {PageState} state @returns {Company} */
const usualCompany = ({ match, seats }) =>
  chosenCompany ?? (match && isAlone(seats.map((seat) => seat.level ?? "")) ? "alone" : "people");

/** @param {Company} company */
const companyChoice = (company) =>
  radioGroup("company", [{ value: "people", key: "people", label: t("page.match.people") },
    { value: "alone", key: "alone", label: t("page.match.alone.short") }], company, t("page.match.with"));

/** @param {any[]} games @param {() => PageState} current @param {any} [chosen] */
function openGames(games, sheet, current, chosen) {
  const back = games.length > 1 ? () => openGames(games, sheet, current) : null;
  const play = (game) => { // created once, so that typed text survives changes at the table
    const made = newMatch(game, sheet, current, back);
    sheet.open(() => made, { wide: true });
  };
  if (chosen || !back) { play(chosen ?? games[0]); return; }
  const made = [sheet.header(t("page.match.which")),
    games.some((game) => !game.noBots) && h("form.match.company", { onchange: ({ target }) => {
      chosenCompany = target.value;
    } }, companyChoice(usualCompany(current()))),
    Object.assign(find("#games .games").cloneNode(true), { onclick: ({ target }) => {
      const { game } = target.closest("[data-game]")?.dataset ?? {};
      if (game) play(games.find(({ name }) => name === game));
    } })];
  sheet.open(() => made, { wide: true });
}

/** Return radio buttons for values, with pictures if there are any.
 * @param {string} name @param {any[]} values @param {string} value @param {string} label */
const radioGroup = (name, values, value, label) =>
  h("div", { class: values.some(({ picture }) => picture) ? "picks pictured" : "picks", role: "radiogroup",
    "aria-label": label }, values.map((choice) => h("label.pick", { data: { key: choice.key } },
        h("input", { type: "radio", name, value: choice.value, checked: String(choice.value) === value }),
        choice.picture && h("img", { src: choice.picture, alt: "" }), choice.mark, h("span", choice.label))));

const LOT = "lot"; // the starting seat that chance chooses

/** @param {() => PageState} current @param {(() => void) | null} back */
function newMatch(game, sheet, current, back) {
  const now = current();
  const last = now.match?.game === game.name ? now.match : game.chosen ?? {};
  const form = h("form.match", { id: "newmatch" });
  /** @type {Record<string, string>} */
  const set = {}; // the user's own choices; everything else follows the edition
  /** An option's choice belongs to the edition for which it was made. @param {string} name */
  const keyOf = (name) =>
    name.startsWith("option.") && name !== "option.edition" ? `${edition()} ${name}` : name;
  const fitting = ({ kind, values }, value) =>
    kind !== "choice" || values.some((each) => each.value === value) ? value : undefined;
  const edition = () =>
    set["option.edition"] ?? fitting(game.options[0] ?? {}, last.options?.edition) ?? game.defaults.edition;
  const edited = () => game.editions.find((each) => each.value === edition()) ?? game; // what depends on the edition
  const most = () => Math.min(edited().most, now.everybody.length);
  const seats = () =>
    Math.min(Math.max(Number(set.seats ?? players.count ?? last.seats ?? 3), edited().least), most());
  const players = whoPlays(now, Boolean(game.noBots), seats, (seat) => set[`name.${seat}`]);
  const { levels } = players, bots = () => levels().filter(Boolean).length;
  let level = levels().find(Boolean) || USUAL;
  /** @param {Company} company */
  const setUp = (company) => {
    const fewest = Math.min(Math.max(ALONE, edited().least), most());
    if (company === "alone") set.seats = String(fewest);
    players.seatBots(company === "alone" ? fewest - 1 : 0, level);
  };
  players.seatPeople();
  if (chosenCompany && !game.noBots) setUp(chosenCompany);
  /** Return an option's default: the starting seat follows from the last match, other options keep their last value in
   * the same edition. */
  const defaultValue = (option) => {
    const { defaults } = edited();
    if (option.kind === "seat") {
      const seat = game.last?.options[option.name] ?? defaults[option.name];
      if (now.match?.game !== game.name) return game.last?.seats === seats() ? seat : defaults[option.name];
      const follows = players.seatOf(seat);
      return follows >= 0 ? follows : defaults[option.name];
    }
    const same = (last.options?.edition ?? game.defaults.edition) === edition();
    return (same ? fitting(option, last.options?.[option.name]) : undefined) ?? defaults[option.name];
  };
  const field = (option) => {
    const { kind, label, values, usual, least, most, step, unit } = option, name = `option.${option.name}`;
    const value = set[keyOf(name)] ?? String(option.name === "edition" ? edition() : defaultValue(option));
    if (kind === "seat")
      return radioGroup(name, [
        ...now.everybody.slice(0, seats()).map((seat) => ({ value: seat.seat, label: players.called(seat),
          mark: seatMark(seat) })),
        { value: LOT, label: t("page.match.lot") },
      ], Number(value) >= seats() ? "0" : value, label);
    if (kind === "choice") return radioGroup(name, values, value, label);
    if (usual.length)
      return radioGroup(name, usual,
        usual.some((each) => String(each.value) === value) ? value : String(usual[0].value), label);
    const number = h("input", { name, type: "number", inputmode: "numeric", min: least, max: most, step, value,
      required: true, "aria-label": label });
    return unit ? h("span.measured", number, unit) : number;
  };
  /** Return the values that are on: the ones that the user set, else all, none or a list. */
  const chosenOf = (option) => {
    const value = defaultValue(option);
    return edited().some[option.name].filter((each) => (set[keyOf(`option.${option.name}.${each.value}`)]
        ?? String(value === true || (Array.isArray(value) && value.includes(each.value)))) === "true"
    ).map((each) => each.value);
  };
  const someRows = (option) => {
    const on = chosenOf(option), { [option.name]: values } = edited().some;
    const name = `option.${option.name}`, all = { name, checked: on.length > 0, data: { all: option.name } };
    return h("div.field.some", { role: "group", "aria-label": option.label }, toggle(all, option.label),
      on.length > 0 && values.map((each) => toggle({ name: `${name}.${each.value}`, checked: on.includes(each.value) },
        each.count > 1 ? `${each.label} × ${each.count}` : each.label, each.effect && h("small", each.effect))));
  };
  /** Return a different value for each seat: the user's choice, else the values of the last match or the defaults. */
  const eachOf = (option) => {
    const old = defaultValue(option);
    const chosen = set[keyOf(`option.${option.name}`)]?.split(",") ?? (Array.isArray(old) ? old : []);
    return [...chosen, ...option.values.map((each) => each.value).filter((value) => !chosen.includes(value))];
  };
  /** Give a seat a value. The seat that had it gets this seat's value. */
  const giveEach = (option, seat, value) => {
    const now_ = [...eachOf(option)], before = now_.indexOf(value);
    if (before >= 0) now_[before] = now_[seat];
    now_[seat] = value;
    set[keyOf(`option.${option.name}`)] = now_.join(",");
  };
  const eachRows = (option, { name, label, values } = option) =>
    h("div.field.each", { role: "group", "aria-label": label }, h("span.label", label),
      now.everybody.slice(0, seats()).map((seat) => h("div.seated", seatMark(seat),
          h("select", { name: `option.${name}.${seat.seat}`, data: { each: name, seat: seat.seat },
            "aria-label": `${label}: ${seat.symbol} ${players.called(seat)}` }, values.map((each) =>
              h("option", { value: each.value, selected: each.value === eachOf(option)[seat.seat] }, each.label))))));
  const switchRow = (option, name = `option.${option.name}`) =>
    toggle({ name, checked: (set[keyOf(name)] ?? String(defaultValue(option))) === "true" }, option.label);
  const fieldRow = (option) => h("div.field", { data: { needs: option.needs } },
    h("span.label", option.label), field(option));
  const radioField = (name, label, values, value, ...more) =>
    h("div.field", h("span.label", label), radioGroup(name, values, String(value), label), more);
  const numbers = (from, to, none = "") => Array.from({ length: to - from + 1 }, (_, n) =>
    ({ value: from + n, label: from + n ? String(from + n) : none }));
  const rows = { each: eachRows, some: someRows, yes: switchRow };
  const row = (option) => (rows[option.kind] ?? fieldRow)(option);
  const hideIdle = () => form.querySelectorAll("[data-needs]").forEach((row) => {
    row.hidden = !form.elements[`option.${row.dataset.needs}`]?.checked;
  });
  /** Return the choice of bots, or why there are none. */
  const company = () => (game.noBots ? h("p.reason", game.noBots) : [
    !isAlone(levels()) && seats() > 2
      && radioField("bots", t("page.match.bots"), numbers(0, seats() - 2, t("page.match.bots.none")), bots()),
    bots() > 0 && radioField("level", t("page.match.level"), LEVELS, level,
      h("p.reason", { role: "status" }, LEVELS.find((choice) => choice.value === level)?.how)),
  ]);
  const folded = (key, label, open, ...inside) =>
    h("details", { class: key, open: form.querySelector(`.${key}`)?.open ?? open }, h("summary", label), inside);
  const draw = () => {
    const isFirst = ({ name }) => name === "edition", others = game.options.filter((option) => !isFirst(option));
    redraw(form, !game.noBots && companyChoice(isAlone(levels()) ? "alone" : "people"),
      game.options.filter(isFirst).map(row),
      radioField("seats", t("page.match.seats"), numbers(edited().least, most()), seats()), company(),
      seats() > now.buttons && h("p.reason", t("page.match.no_button", { count: now.buttons })),
      folded("names", t("page.match.names"), players.tells, players.rows(), knownNames(now)), players.without(),
      others.length > 0 && folded("more", t("page.match.options"), false, others.map(row)));
    hideIdle();
  };
  form.addEventListener("input", ({ target }) => {
    const { name, value } = target;
    if (name === "company") setUp(value);
    else if (name === "bots") players.seatBots(Number(value), level);
    else if (name === "level") players.setLevel(level = value);
    else if (name.startsWith("level.")) players.choose(Number(name.slice(6)), value);
    else if (target.dataset.all)
      edited().some[target.dataset.all].forEach((each) => {
        set[keyOf(`${name}.${each.value}`)] = String(target.checked);
      });
    else if (target.dataset.each)
      giveEach(game.options.find(({ name }) => name === target.dataset.each), Number(target.dataset.seat), value),
        draw();
    else {
      const alone = name === "seats" && isAlone(levels()); // stays so at any number of seats
      set[keyOf(name)] = target.type === "checkbox" ? String(target.checked) : value;
      if (alone) players.seatBots(seats() - 1, level);
      else if (name === "seats") players.seatPeople();
    }
    if (target.closest(".some")) draw();
    hideIdle();
    const seated = ["company", "seats", "bots"].includes(name) || name.startsWith("level.");
    if (seated) chosenCompany = isAlone(levels()) ? "alone" : "people";
    if (seated || ["level", "option.edition"].includes(name)) draw();
  });
  form.addEventListener("invalid", ({ target }) => {
    const within = target.closest("details");
    if (within) within.open = true;
  }, true);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (wouldLoseMatch(current()) && !(await confirmed(t("page.match.sure"), t("page.match.replace")))) return;
    const optionValue = (option) => {
      if (option.kind === "some") return chosenOf(option);
      if (option.kind === "each") return eachOf(option);
      const { value, checked } = form.elements[`option.${option.name}`];
      if (value === LOT) return Math.floor(Math.random() * seats());
      return option.kind === "yes" ? checked : option.kind === "choice" ? value : Number(value);
    };
    const options = Object.fromEntries(game.options.map((option) => [option.name, optionValue(option)]));
    chosenCompany = null; // from now on this match tells it
    const lesson = event.submitter?.value === "lesson";
    const made = { game: game.name, seats: seats(), options, lesson, since: now.seq };
    if (await begin(current(), { ...made, ...players.chosen(form) })) sheet.close();
  });
  draw();
  /** @param {string} part of the game's card */
  const copies = (part) => find(`.games [data-game="${game.name}"] > ${part}`)?.cloneNode(true);
  return [
    h("div.head", back
      && h("button.quiet.turns", { "aria-label": t("page.back"), title: t("page.back"), data: { key: "back" },
        onclick: back }, "←"), sheet.header(game.title)),
    h("div.body", h("div.gist", copies("img"), h("div", copies(".size"), copies(".sentence"))), form),
    h("div.foot", h("button", { type: "submit", form: "newmatch", value: "lesson", data: { key: "lesson" } },
        t("page.lesson.first")),
      h("button.main", { type: "submit", form: "newmatch", data: { key: "start" } }, t("page.match.start"))),
  ];
}

// A new match: choose a game by its picture, then its options. The table draws the form, again after each change.

import { confirmed, getJson, postForm } from "../base/http.js";
import { find, h, redraw, stylesheet, t } from "../base/dom.js";
import { isAlone, sitAlone } from "../match/begin.js";
import { drawnBody } from "../match/drawn.js";

/** Whether a new match would lose moves or cards in hands. @param {PageState} state */
const wouldLoseMatch = (state) => state.match && !state.over && !state.lesson
  && (state.undo !== null || Boolean(state.scene?.hands.some((hand) => hand.length)));

let company = ""; // with whom one plays, as chosen on this page; without a choice as in the last match

/** Open the choice of games, or the form of a game. @param {() => PageState} current */
export async function openNewMatch(sheet, current, game = "") {
  const { match, seats } = current(), alone = match && isAlone(seats.map(({ level }) => level));
  const asked = company || (game ? "" : alone ? "alone" : "people");
  const path = `/new/${game}${asked && `?company=${asked}`}`;
  const [part] = await Promise.all([getJson(path), stylesheet("host/newmatch")]);
  if (!part) return;
  /** @type {any[]} */
  const drawn = [...drawnBody(part.html).children], [body] = drawn;
  const chosen = game && connect(find("form", body), sheet, current);
  const back = game && h("button.quiet.turns", { "aria-label": t("page.back"), title: t("page.back"),
    data: { key: "back" }, onclick: () => openNewMatch(sheet, current) }, "←");
  body.addEventListener("click", ({ target }) => {
    const card = target.closest("[data-game]");
    if (card) openNewMatch(sheet, current, card.dataset.game);
  });
  body.addEventListener("change", ({ target }) => { if (target.name === "company") company = target.value; });
  const made = [h("div.head", back, sheet.header(part.title)), ...drawn, chosen];
  sheet.open(() => made, { wide: true }); // created once, so that typed text survives changes at the table
}

/** Let the form follow each change, and begin the match. @param {any} form @param {() => PageState} current */
function connect(form, sheet, current) {
  const { pathname } = new URL(form.action);
  let newest = 0;
  form.addEventListener("change", async ({ target }) => {
    if (!target.matches("select, [type=radio], [type=checkbox]")) return;
    const now = ++newest, part = await postForm(pathname, new FormData(form));
    if (!part || now !== newest) return;
    const fresh = find("form", drawnBody(part.html));
    company = fresh.elements.company?.value ?? company;
    for (const was of form.querySelectorAll("details")) find(`.${was.className}`, fresh).open = was.open;
    redraw(form, ...fresh.childNodes);
  });
  form.addEventListener("invalid", ({ target }) => {
    const within = target.closest("details");
    if (within) within.open = true;
  }, true);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const sent = new FormData(form), begins = event.submitter?.value ?? "match";
    if (wouldLoseMatch(current()) && !(await confirmed(t("page.match.sure"), t("page.match.replace")))) return;
    sent.set("begin", begins);
    if (!(await postForm(pathname, sent))) return;
    company = ""; // from now on this match tells it
    if (sent.get("alone")) await sitAlone(current(), Number(sent.get("alone")));
    sheet.close();
  });
  return h("datalist", { id: "known-names" }, current().known.map((name) => h("option", { value: name })));
}

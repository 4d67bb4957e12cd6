// A new match: choose a game by its picture, then its options. The table draws the form, again after each change.

import { confirmed, postForm } from "../base/http.js";
import { find, redraw, stylesheet, t } from "../base/dom.js";
import { isAlone, sitAlone } from "../match/begin.js";
import { drawnBody, openDrawn } from "../match/drawn.js";

/** Whether a new match would lose moves or cards in hands. @param {PageState} state */
const wouldLoseMatch = (state) => state.match && !state.over && !state.lesson
  && (state.undo !== null || Boolean(state.scene?.hands.some((hand) => hand.length)));

let company = ""; // with whom one plays, as chosen on this page; without a choice as in the last match

/** Open the choice of games, or the form of a game. @param {() => PageState} current */
export async function openNewMatch(sheet, current, game = "") {
  const { match, seats } = current(), alone = match && isAlone(seats.map(({ level }) => level));
  const asked = company || (game ? "" : alone ? "alone" : "people");
  const path = game ? `newmatch?game=${game}&company=${asked}` : `newgames?company=${asked}`;
  const style = stylesheet("host/newmatch");
  if (await openDrawn(sheet, current, path, { wide: true }) && game) connect(find("#newmatch"), sheet, current);
  await style;
}

addEventListener("change", (/** @type {any} */ { target }) => {
  if (target.name === "company") company = target.value;
});

/** Let the form follow each change, and begin the match. @param {any} form @param {() => PageState} current */
function connect(form, sheet, current) {
  const view = document.body.classList[0];
  let newest = 0;
  form.addEventListener("change", async ({ target }) => {
    if (!target.matches("select, [type=radio], [type=checkbox]")) return;
    const now = ++newest, part = await postForm(`/sheet/newmatch?view=${view}`, new FormData(form));
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
    if (!(await postForm(new URL(form.action).pathname, sent))) return;
    company = ""; // from now on this match tells it
    await sitAlone();
    sheet.close();
  });
}

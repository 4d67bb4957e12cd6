// Sheets that the table draws: menus, lists and short forms. Their buttons say what they do. `data-post` posts
// `data-sent` to an address, after the question `data-sure`; `data-sheet` opens another sheet; `data-does` names a
// function of the page.

import { confirmed, getJson, post, wayBack } from "../base/http.js";
import { find, rich, t } from "../base/dom.js";
import { framed } from "./crops.js";
import { showLocalTimes } from "../base/times.js";

/** Return what the table has drawn. Its links lead back to this page. @param {string} html */
export function drawnBody(html) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const link of body.querySelectorAll("a")) link.search = wayBack;
  for (const text of body.querySelectorAll("[data-rich]")) text.replaceChildren(...rich(text.textContent ?? ""));
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (body.querySelectorAll("[data-vars]")))
    for (const [name, value] of Object.entries(JSON.parse(element.dataset.vars ?? "")))
      element.style.setProperty(`--${name}`, value);
  showLocalTimes(body);
  return body;
}

/** Return what the table has drawn with pictures of cards. One that does not come is asked for again.
 * @param {string} html */
export function drawnPictures(html) {
  const body = drawnBody(html);
  for (const image of body.querySelectorAll("img")) image.replaceWith(framed(image.getAttribute("src"), image.alt));
  return [...body.children];
}

/** Open a sheet, and draw it again when the state has changed. It closes when nothing of it is left.
 * Return whether it has opened.
 * @param {any} sheet @param {() => PageState} current @param {string} path its name, and a query
 * @param {{ wide?: boolean }} [how] */
export async function openDrawn(sheet, current, path, how = {}) {
  const address = `/sheet/${path}${path.includes("?") ? "&" : "?"}view=${document.body.classList[0]}`;
  const open = sheet.opening();
  let asked = JSON.stringify(current());
  const first = await getJson(address);
  if (!first?.html) return false;
  let { html } = first;
  const follow = async () => {
    const now = JSON.stringify(current());
    if (first.once || now === asked) return;
    asked = now;
    const fresh = await getJson(address);
    if (!fresh || now !== asked || fresh.html === html) return;
    ({ html } = fresh);
    sheet.redraw();
  };
  const opened = open(() => [...drawnBody(html).children],
    { watches: () => html, stands: () => Boolean(html), follow, ...how });
  if (opened) find("#sheet [data-selects]")?.select();
  return opened;
}

/** Let the buttons and forms of sheets do what they say. @param {any} sheet @param {() => PageState} current
 * @param {Record<string, (data: any) => void>} does the functions of the page by name */
export function connectDrawn(sheet, current, does) {
  /** @param {any} element @param {any} sent */
  const act = async ({ dataset: { post: path, sure, yes = t("page.go_on"), no, then = "close" } }, sent) => {
    if (sure && !(await confirmed(sure, yes, no))) return;
    const isNewest = sheet.newest();
    const answer = await post(path, sent);
    if (answer && then === "reload") location.reload();
    else if (!answer || !isNewest()) return;
    else if (answer.html) sheet.open(() => [...drawnBody(answer.html).children]);
    else if (then !== "stay") sheet[then]();
  };
  document.addEventListener("click", (/** @type {any} */ { target }) => {
    const element = target.closest("[data-post]:not(form), [data-sheet], [data-does], [data-fills]");
    if (!element) return;
    const { sheet: path, does: name, fills, sent = "{}" } = element.dataset;
    if (path) openDrawn(sheet, current, path);
    else if (name) does[name](element.dataset);
    else if (fills) find(`#sheet [name=${fills}]`).value = element.textContent;
    else act(element, JSON.parse(sent));
  });
  document.addEventListener("submit", (/** @type {any} */ event) => {
    const { target: form, submitter } = event, { post: path, sent = "{}" } = form.dataset;
    if (!path) return;
    event.preventDefault();
    const own = JSON.parse(submitter?.dataset.sent ?? "{}");
    act(form, { ...JSON.parse(sent), ...Object.fromEntries(new FormData(form)), ...own });
  });
}

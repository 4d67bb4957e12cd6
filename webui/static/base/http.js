// Requests to the table. A refusal is shown as one sentence.

import { find, h, redraw, t } from "./dom.js";

const READ_MS = 2000; // a sentence stays visible at least this long

let hide;
let since = 0;

const hideToast = () => { // a sentence under the pointer stays
  const box = find("#toast");
  clearTimeout(hide);
  if (box.matches(":hover, :focus-within")) hide = setTimeout(hideToast, 1000);
  else box.hidden = true;
};

/** Show a sentence at the head of the page for some seconds, with a link to its rule.
 * @param {string} text @param {{ rule?: string, page?: string }} [about] */
export function toast(text, about = {}) {
  const box = find("#toast");
  redraw(box, text, ruleLink(about));
  box.hidden = false;
  since = performance.now();
  clearTimeout(hide);
  hide = setTimeout(hideToast, about.page ? 9000 : 6000);
}

/** Hide the last refusal because the match has moved on, but only after the user had time to read it. */
export function matchMovedOn() {
  clearTimeout(hide);
  hide = setTimeout(hideToast, Math.max(0, since + READ_MS - performance.now()));
}

/** The query of a page that has a link back to this one. */
export const wayBack = `from=${location.pathname}`;

/** Return the address of a rule in the book. @param {string} rule */
export const ruleAddress = (rule) => `/rules?${wayBack}#${rule}`;

/** Return the rule of a refused press, for `toast`. @param {Denied} denied */
export const ruleOf = ({ rule }) => (rule ? { page: `/rules?rule=${rule}` } : {});

/** Return the link to a refusal's rule. @param {{ page?: string }} about */
export const ruleLink = ({ page }) => (page ? [" ", h("a", { href: `${page}&${wayBack}` }, t("page.why"))] : []);

/** After these, another player may sit at this device, so the page asks for its state again. */
const SEATED = ["/api/seat/take", "/api/seat/leave", "/api/seat/over", "/api/seat/next"];

/** Requests without an answer yet. @type {Map<string, Promise<any>>} */
const unanswered = new Map();

const send = (path, type, body, /** @type {string | undefined} */ large = undefined) =>
  request(path, { method: "POST", headers: { "Content-Type": type, Accept: "application/json" }, body }, large);

/** Post `body` as JSON; return the answer, or null after showing the refusal. A second tap before the answer sends
 * nothing more. */
export function post(path, body = {}) {
  const text = JSON.stringify(body), key = `${path} ${text}`;
  const sent = unanswered.get(key) ?? send(path, "application/json", text).finally(() => unanswered.delete(key));
  unanswered.set(key, sent);
  return sent;
}

/** Post the fields of a form; return the answer, or null after showing the refusal.
 * @param {string} path @param {FormData} fields */
export const postForm = (path, fields) =>
  send(path, "application/x-www-form-urlencoded", new URLSearchParams(/** @type {any} */ (fields)));

/** Post a picture; return the answer, or null after showing the refusal. `large` is the message for status 413.
 * @param {string} path @param {Blob} file @param {string} large */
export const postPicture = (path, file, large) => send(path, "image/jpeg", file, large);

/** Return the JSON at `path`, or null after showing the refusal. @param {string} path */
export const getJson = (path) => request(path, { headers: { Accept: "application/json" } });

/** @param {string} path @param {RequestInit} how @returns {Promise<any>} */
async function request(path, how, large = "page.error.broken") {
  let answer;
  try {
    answer = await fetch(path, how);
  } catch {
    toast(t("page.error.away"));
    return null;
  }
  const reply = await answer.json().catch(() => ({}));
  if (answer.ok) {
    if (how.method) {
      dispatchEvent(new Event("acted")); // a page that polls now asks again at once
      if (SEATED.includes(path)) dispatchEvent(new Event("seated"));
      hideToast();
      if (reply.note) toast(reply.note);
    }
    return reply;
  }
  toast(reply.error ?? t(answer.status === 413 ? large : "page.error.broken"), reply);
  return null;
}

/** Ask for confirmation; resolves to true or false. */
export function confirmed(text, yes, no = t("page.cancel")) {
  const dialog = find("#confirm");
  find("p", dialog).textContent = text;
  find("[value=yes]", dialog).textContent = yes;
  find("[value=no]", dialog).textContent = no;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

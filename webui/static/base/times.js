// Times on a page, in the reader's zone and the page's language. The table's own texts name the table's zone instead.

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const FORMS = { day: { dateStyle: "medium" }, time: { timeStyle: "short" },
  both: { dateStyle: "medium", timeStyle: "medium" } };
const PAGE = document.documentElement.lang;
const LANGUAGES = [PAGE === "en" ? "en-GB" : PAGE.replace("_", "-"), "en-GB"]; // never the American form

/** Return a time in the reader's zone, or a dash if it is unknown. @param {string} at @param {string} form */
export function localTime(at, form) {
  const moment = new Date(at);
  return Number.isNaN(moment.getTime()) ? "–" : new Intl.DateTimeFormat(LANGUAGES, FORMS[form]).format(moment);
}

/** Return an element with a time. @param {string} at @param {string} form */
export function timeElement(at, form) {
  const element = document.createElement("time");
  element.dateTime = at;
  element.textContent = localTime(at, form);
  return element;
}

for (const element of document.querySelectorAll("time"))
  element.replaceWith(timeElement(element.dateTime, element.dataset.form ?? "both"));

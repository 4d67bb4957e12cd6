// Times on a page, in the reader's zone and the page's language. The table's own texts name the table's zone instead.

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const FORMS = { day: { dateStyle: "medium" }, time: { timeStyle: "short" },
  both: { dateStyle: "medium", timeStyle: "short" } };
const PAGE = document.documentElement.lang;
const LANGUAGES = [PAGE === "en" ? "en-GB" : PAGE.replace("_", "-"), "en-GB"]; // never the American form

/** Return a time in the reader's zone, or a dash if it is unknown. @param {string} at @param {string} form */
export function localTime(at, form) {
  const moment = new Date(at);
  return Number.isNaN(moment.getTime()) ? "–" : new Intl.DateTimeFormat(LANGUAGES, FORMS[form]).format(moment);
}

/** Show the times of a part of a page in the reader's zone. @param {ParentNode} [part] */
export function showLocalTimes(part = document) {
  for (const element of part.querySelectorAll("time"))
    element.textContent = localTime(element.dateTime, element.dataset.form ?? "both");
}

showLocalTimes();

// Show what has changed in the round. A page on which the director is typing stays as it is.

import "../base/steady.js";
import { repeat } from "../base/waking.js";

const NEWS_EVERY_MS = 3000;

const main = /** @type {HTMLElement} */ (document.querySelector("main[data-news]"));
const changed = /** @type {HTMLElement} */ (document.getElementById("changed"));
const shown = main.dataset.news;

function isInUse() {
  const typed = [...document.querySelectorAll("textarea, input:not([type=hidden])")].some((field) => {
    const { value, defaultValue } = /** @type {HTMLInputElement} */ (field);
    return value !== defaultValue;
  });
  return typed || document.querySelector("details[open]") !== null;
}

/** @param {AbortSignal} signal */
async function askForNews(signal) {
  const answer = await fetch("/round/news", { cache: "no-store", signal });
  if (!answer.ok || (await answer.text()) === shown) return;
  if (isInUse()) changed.hidden = false;
  else location.reload();
}

repeat(askForNews, NEWS_EVERY_MS, () => {});

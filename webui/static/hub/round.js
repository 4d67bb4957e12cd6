// Show what has changed in the round. A page on which the director is typing stays as it is.

const NEWS_EVERY_MS = 3000;
const NEWS_LIMIT_MS = 5000;

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

async function askForNews() {
  try {
    const answer = await fetch("/round/news", { cache: "no-store", signal: AbortSignal.timeout(NEWS_LIMIT_MS) });
    if (answer.ok && (await answer.text()) !== shown) {
      if (!isInUse()) return location.reload();
      changed.hidden = false;
    }
  } catch { /** the next time tries again */ }
  setTimeout(askForNews, NEWS_EVERY_MS);
}

setTimeout(askForNews, NEWS_EVERY_MS);

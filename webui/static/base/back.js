// Let the browser's Back close an open dialog instead of leaving the page. All pages load this script.

const OURS = "dialog"; // marks the entry of the history that Back takes away

/** Whether a dialog covers the page or a part of it, and Back may close it: a question waits for its answer. @param {HTMLDialogElement} dialog */
const closes = (dialog) => dialog.open && dialog.dataset.kind !== "question";

/** Return the open dialog that was opened last. @returns {HTMLDialogElement | undefined} */
const topmost = () => {
  const all = [...document.querySelectorAll("dialog")].filter(closes);
  return all.find((one) => one.matches(":modal")) ?? all.pop();
};

const isOurs = () => history.state?.[OURS] === true;

/** Give Back something to take away while a dialog is open. An entry that is still there serves again. */
function provide() {
  if (topmost() && !isOurs()) history.pushState({ [OURS]: true }, "");
}

addEventListener("popstate", () => {
  const dialog = topmost();
  if (dialog) {
    if (dialog.matches(":modal")) dialog.close();
    else dialog.dispatchEvent(new Event("back"));
    provide(); // another one may have been beneath it
  } else if (!isOurs()) history.back(); // the dialog had been closed otherwise; the person wants to leave
});

// A link in a dialog takes the place of the dialog's entry, so that Back from there leads to the page once.
addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("dialog a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || link.target || link.hasAttribute("download") || !isOurs()) return;
  event.preventDefault();
  location.replace(link.href);
});

new MutationObserver(provide).observe(document, { subtree: true, attributes: true, attributeFilter: ["open", "data-kind"] });

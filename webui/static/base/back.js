// Let the browser's Back close an open dialog instead of leaving the page. All pages load this script.

const OURS = "dialog"; // marks the entry of the history that Back takes away

/** @param {HTMLDialogElement} dialog */
const isModal = (dialog) => dialog.id === "confirm"; // a sheet is a part of its page

/** Return the open dialog that was opened last. @returns {HTMLDialogElement | undefined} */
const topmost = () => {
  const all = [...document.querySelectorAll("dialog")].filter((dialog) => dialog.open);
  return all.find(isModal) ?? all.pop();
};

/** Whether Back closes a dialog. A question waits for its answer: Back leaves it once, and then leaves the page.
 * @param {HTMLDialogElement} dialog */
const closes = (dialog) => dialog.dataset.kind !== "question";

const isOurs = () => history.state?.[OURS] === true;

let wasOurs = isOurs();
let { href } = location; // of the entry before a popstate; a link within the page changes it

/** Give Back something to take away while a dialog is open. An entry that is still there serves again. */
function provide() {
  if (topmost() && !isOurs()) history.pushState({ [OURS]: true }, "");
  wasOurs = isOurs();
}

addEventListener("popstate", () => {
  const leftOurs = wasOurs && !isOurs() && location.href === href;
  wasOurs = isOurs();
  ({ href } = location);
  if (!leftOurs) return; // a link within the page, or Forward
  const dialog = topmost();
  if (!dialog) history.back(); // the dialog had been closed otherwise; the person wants to leave
  else if (closes(dialog)) {
    if (isModal(dialog)) dialog.close();
    else dialog.dispatchEvent(new Event("back"));
    provide(); // another one may have been beneath it
  }
});

// A link in a dialog takes the place of the dialog's entry, so that Back from there leads to the page once.
addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("dialog a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey
    || event.shiftKey || link.target || link.hasAttribute("download") || !isOurs()) return;
  event.preventDefault();
  location.replace(link.href);
});

new MutationObserver(provide).observe(document, { subtree: true, attributes: true,
  attributeFilter: ["open", "data-kind"] });

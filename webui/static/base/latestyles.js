// Loads the styles that the first paint does not need: the display face, and what mends a page that the browser
// darkens by force. Such a browser turns light backgrounds dark and keeps dark fills: a filled token looks empty.

const probe = document.createElement("i");
probe.style.cssText = "display: none; color-scheme: light; background-color: Canvas";
document.body.append(probe);
const darkens = getComputedStyle(probe).backgroundColor !== "rgb(255, 255, 255)"
  && !matchMedia("(forced-colors: active)").matches;
probe.remove();
document.documentElement.toggleAttribute("data-darkened", darkens);

/** @param {string} href */
const add = (href) => document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
if (darkens) add(new URL("../base/darkened.css", import.meta.url).pathname);
requestAnimationFrame(() => setTimeout(() => add(new URL("../base/display.css", import.meta.url).pathname)));

// An older browser gets all styles rewritten.
const src = new URL("../base/oldstyles.js", import.meta.url).pathname;
if (!["selector(:has(a))", "(width: 1cqw)", "(height: 1dvh)"].every((what) => CSS.supports(what)))
  document.head.append(Object.assign(document.createElement("script"), { type: "module", src }));

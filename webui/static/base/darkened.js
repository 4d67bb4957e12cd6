// Says on <html> that the browser darkens pages by force. It then turns light backgrounds dark, but leaves dark fills
// as they are, so that a filled token looks like an empty one; darkened.css mends that.

const probe = document.createElement("i");
probe.style.cssText = "display: none; color-scheme: light; background-color: Canvas";
document.body.append(probe);
const darkens = getComputedStyle(probe).backgroundColor !== "rgb(255, 255, 255)"
  && !matchMedia("(forced-colors: active)").matches;
probe.remove();
document.documentElement.toggleAttribute("data-darkened", darkens);
if (darkens) {
  const href = new URL("../base/darkened.css", import.meta.url).pathname;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
}

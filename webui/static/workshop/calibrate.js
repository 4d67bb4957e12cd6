// Calibration: the camera's picture and each check of it.

import "../base/steady.js";
import { post } from "../base/http.js";
import { drawLive } from "../match/board.js";
import { camera } from "../drawing/pictures.js";
import { find, h, show, t } from "../base/dom.js";
import { poll } from "../base/waking.js";

const MARKS = { yes: "✓", no: "✗", unmeasured: "–" };

function draw(checks) {
  const change = checks.filter((check) => check.well !== "yes").length;
  const verdict = !checks.length ? "page.camera.lost" : change ? "page.calibrate.change" : "page.calibrate.well";
  show(find("#verdict"), verdict, () => document.createTextNode(t(verdict)));
  find("#verdict").dataset.well = checks.length && !change ? "yes" : "no";
  show(find("#checks"), checks,
    () => checks.map(({ name, well, text }) =>
        h("li", { data: { check: name, well } }, h("b", { "aria-hidden": "true" }, MARKS[well]), h("span", text))));
}

camera(find("#view"));
for (const act of ["relight", "lens", "mirror"])
  find(`#${act}`).addEventListener("click", () => post(`/workshop/${act}`));
poll("/workshop/checks", 1000, draw, drawLive);

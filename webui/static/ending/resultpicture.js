// The picture of a result, drawn on the phone: it has letters for every name.

const WIDTH = 1080, EDGE = 72, ROW = 84, LEAST = 20;
const INK = "#1d1b18", SOFT = "#655f57", GROUND = "#efebe3", SURFACE = "#fbf9f5", LINE = "#d8d1c5";
const SEATS = [["#0072b2", "#ffffff"], ["#d55e00", "#14110d"], ["#009e73", "#0b110e"], ["#f0e442", "#14130a"], [
  "#cc79a7",
  "#140c10",
], ["#56b4e9", "#0a1014"]];
const FONT = "system-ui, -apple-system, \"Segoe UI\", Roboto, \"Noto Sans\", sans-serif";
const MOST_MARKS = 6;

/** @typedef {{ place: string, seat: number, symbol: string, name: string, figures: string[] }} Row */
/** @typedef {{ title: string, date: string, label: string, heading: string, winners: Row[], text: string, columns:
 * string[], rows: Row[], maker: string }} Result */

/** Return the lines of a text that are at most so wide.
 * @param {CanvasRenderingContext2D} pen @param {string} text @param {number} wide */
function wrap(pen, text, wide) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines[lines.length - 1]} ${word}`.trim();
    if (pen.measureText(longer).width <= wide || !lines[lines.length - 1]) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Return the picture as a PNG. If `leftward`, the language is written from right to left.
 * @param {Result} result @param {boolean} leftward @returns {Promise<Blob>} */
export function drawResult(result, leftward) {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = 1;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const font = (size, weight = 450) => { pen.font = `${weight} ${size}px ${FONT}`; };
  // The left edge of a box that begins `x` pixels from the line's start.
  const side = (x, wide = 0) => leftward ? WIDTH - x - wide : x;

  font(34);
  const text = wrap(pen, result.text, WIDTH - 2 * EDGE);
  const marks = result.winners.slice(0, MOST_MARKS);
  const band = 166 + (result.label ? 44 : 0) + text.length * 46;
  const head = result.columns.length ? 86 : 20;
  const top = result.title ? 130 : 60;
  canvas.height = top + band + 30 + head + result.rows.length * ROW + 110;

  /** Write a text that begins `x` pixels from the line's start, as large as it fits into `wide`. */
  const write = (text, x, y, size, { wide = WIDTH - 2 * EDGE, weight = 450, ink = INK, align = "start" } = {}) => {
    let fits = size;
    for (font(fits, weight); fits > LEAST && pen.measureText(text).width > wide; font(fits, weight)) fits -= 1;
    let shown = text;
    while (shown && pen.measureText(shown).width > wide) shown = `${[...shown].slice(0, -2).join("")}…`;
    pen.fillStyle = ink;
    pen.direction = leftward ? "rtl" : "ltr";
    pen.textAlign = /** @type {CanvasTextAlign} */ (align);
    pen.fillText(shown, side(align === "end" ? x + wide : x), y);
  };
  const box = (x, y, wide, high, round, fill) => {
    pen.fillStyle = fill;
    pen.beginPath();
    (pen.roundRect ?? pen.rect).call(pen, side(x, wide), y, wide, high, round);
    pen.fill();
  };
  const mark = (row, x, y, size, rim = "") => {
    const [fill, ink] = SEATS[row.seat % SEATS.length];
    if (rim) box(x - 4, y - 4, size + 8, size + 8, size * .32, rim);
    box(x, y, size, size, size * .28, fill);
    pen.fillStyle = ink;
    font(size * .58);
    pen.textAlign = "center";
    pen.fillText(row.symbol, side(x, size) + size / 2, y + size * .7);
  };

  pen.fillStyle = GROUND;
  pen.fillRect(0, 0, WIDTH, canvas.height);
  if (result.title) {
    write(result.title, EDGE, 92, 52, { wide: 560, weight: 700 });
    write(result.date, WIDTH - EDGE - 360, 92, 34, { wide: 360, ink: SOFT, align: "end" });
  }
  const alone = marks.length === 1 ? SEATS[marks[0].seat % SEATS.length] : [SURFACE, INK];
  box(EDGE / 2, top, WIDTH - EDGE, band, 36, alone[0]);
  let y = top + 40;
  const beside = marks.length ? 30 + marks.length * 104 : 0; // the marks are at the start of the line
  marks.forEach((row, n) => mark(row, EDGE + n * 104, y + 4, 88, alone[1]));
  const wide = WIDTH - 2 * EDGE - beside;
  if (result.label) { write(result.label, EDGE + beside, y + 26, 34, { wide, ink: alone[1] }); y += 44; }
  write(result.heading, EDGE + beside, y + 62, 76, { wide, weight: 750, ink: alone[1] });
  y += 132;
  for (const line of text) { write(line, EDGE, y, 34, { ink: alone[1] }); y += 46; }

  y = top + band + 30;
  const columns = Math.max(1, ...result.rows.map((row) => row.figures.length));
  const figure = Math.min(210, (WIDTH - 2 * EDGE - 420) / columns);
  const first = WIDTH - EDGE - columns * figure;
  result.columns.forEach((column, n) => {
    font(25);
    const [line, ...more] = wrap(pen, column, figure - 12);
    if (more.length) write(line, first + n * figure, y + 34, 25, { wide: figure - 12, ink: SOFT, align: "end" });
    write(more.join(" ") || line, first + n * figure, y + 66, 25, { wide: figure - 12, ink: SOFT, align: "end" });
  });
  y += head;
  for (const row of result.rows) {
    box(EDGE, y, WIDTH - 2 * EDGE, 2, 0, LINE);
    write(row.place, EDGE, y + 55, 34, { wide: 56, ink: SOFT });
    mark(row, EDGE + 64, y + 16, 54);
    write(`\u2068${row.name}\u2069`, EDGE + 136, y + 55, 38, { wide: first - EDGE - 152, weight: 600 });
    row.figures.forEach((value, n) =>
      write(value, first + n * figure, y + 55, 36, { wide: figure - 12, weight: n ? 450 : 700, align: "end" })
    );
    y += ROW;
  }
  write(result.maker, EDGE, canvas.height - 40, 28, { ink: SOFT });
  return new Promise((done, failed) => {
    canvas.toBlob((made) => made ? done(made) : failed(new Error("no picture")), "image/png");
  });
}

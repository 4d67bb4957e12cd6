// Teach a deck: one card after the other, each with its saved picture.

import "../base/steady.js";
import { post, getJson, toast } from "../base/http.js";
import { drawLive } from "../match/board.js";
import { camera } from "../drawing/pictures.js";
import { button, find, h, redraw, served, show, t } from "../base/dom.js";
import { poll } from "../base/waking.js";

const SIZES = [[63, 88], [59, 91], [57, 87], [44, 68], [44, 63], [70, 120]];
const OWN = "";

const lesson = find("#lesson");
let lists = null;

// -- before a lesson

function beginForm() {
  const cards = h("textarea", { name: "cards", rows: 3, placeholder: t("page.teach.typed") });
  const typed = h("label", { hidden: true }, h("span", t("page.teach.cards")), cards);
  const names = [...lists.lists.map(({ name }) => name), OWN];
  const list = h("select", { name: "list", onchange: () => { typed.hidden = list.value !== OWN; } },
    names.map((name) => h("option", { value: name },
      name === OWN ? t("page.teach.own") : name === "52" ? t("page.teach.fifty_two") : name)));
  const size = h("select", { name: "size" }, SIZES.map(([width, height]) =>
    h("option", { value: `${width}x${height}` }, t("page.teach.mm", { width, height }))));
  const begin = async ({ target }) => {
    const chosen = lists.lists.find(({ name }) => name === list.value);
    const wanted = chosen ? chosen.cards : cards.value.split(/[\s,;]+/).filter(Boolean);
    const [width, height] = size.value.split("x").map(Number);
    const deck = { name: target.elements.name.value, cards: wanted, width_mm: width, height_mm: height };
    if (await post("/workshop/begin", { ...deck, plays: chosen ? chosen.name : null })) again();
  };
  const form = h("form.match", { onsubmit: begin },
    h("label", h("span", t("page.teach.name")),
      h("input", { name: "name", required: true, maxlength: "40", autocomplete: "off" })),
    h("label", h("span", t("page.teach.list")), list), typed, h("label", h("span", t("page.teach.size")), size),
    h("button.main.wide", { type: "submit" }, t("page.teach.begin")));
  return [
    h("p.big", t("page.teach.first")), form,
    lists.decks.length > 0 && h("h2", t("page.teach.resume")),
    h("div.choices", lists.decks.map((name) => button(`deck${name}`, name, async () => {
        if (await post("/workshop/resume", { name })) again();
      })
    )),
  ];
}

// -- a lesson

const picture = (card) => `/workshop/kept/${encodeURIComponent(card.card)}?${card.picture}`;

function cardCell(card, asked) {
  return h("button.taught", {
    data: { key: `card${card.card}`, card: card.card, kept: card.picture ? "yes" : "no" },
    "aria-current": card.card === asked ? "step" : null,
    "aria-label": t(card.picture ? "page.teach.again" : "page.teach.ask", { card: card.label }),
    onclick: async () => {
      await post("/workshop/ask", { name: card.card });
      again();
    },
  }, card.picture ? h("img.crop", { src: picture(card), alt: "" }) : h("span.crop"), h("span", card.label));
}

function selfTestResult(now) {
  if (now.asked !== null) return null;
  if (now.alike === null) return h("p.reason", t("page.teach.trying"));
  if (!now.alike.length) return h("p.fine", t("page.teach.sure"));
  return h("div.doubted", h("p", t("page.teach.alike")), h("ul", now.alike.map((pair) => h("li", pair))));
}

const stepButton = (path, key, props = {}, sent = {}) => h("button", {
  ...props, data: { key }, onclick: async () => { await post(`/workshop/${path}`, sent); again(); },
}, t(key));

function progress(now) {
  return [
    h("p.big", { id: "say", "aria-live": "polite", data: { asked: now.asked ?? "" } }, now.text),
    selfTestResult(now),
    h("div.row", now.doubt && stepButton("keep", "page.teach.keep", { class: "main" }),
      now.asked !== null && stepButton("skip", "page.teach.skip"), now.short && stepButton("whole", "page.teach.all"),
      now.alike !== null && now.plays && stepButton("choose", now.chosen ? "page.teach.unplay" : "page.teach.play", {
        class: now.chosen ? "" : "main",
      }, { own: !now.chosen }), stepButton("close", now.asked === null ? "page.teach.close" : "page.teach.later")),
    h("p.reason", now.progress),
    h("div.gallery", now.cards.map((card) => cardCell(card, now.asked))),
  ];
}

async function draw(now) {
  if (now) {
    lists = null;
    find("#title").textContent = now.deck;
    show(lesson, ["on", now], () => progress(now));
    return;
  }
  find("#title").textContent = t("page.teach");
  if (!lists) {
    lists = await getJson("/workshop/lists");
    if (lists) show(lesson, ["off", lists, Date.now()], beginForm);
  }
}

// -- the virtual table's cards

async function tray() {
  const box = find("#tray");
  const cards = await getJson("/virtual/tray");
  if (!cards) return;
  const more = h("input", { type: "checkbox" });
  const lay = async (card, faceUp) => {
    if (!more.checked) await post("/virtual/clear");
    await post("/virtual/lay", { card, face_up: faceUp });
  };
  if (!cards.length) return toast(t("page.teach.no_tray"));
  redraw(box, h("h2", t("page.teach.tray")), h("div.choices",
      cards.map(({ card, label }) => h("button.small", { data: { lay: card }, onclick: () => lay(card, true) }, label)),
      h("button.small", { data: { lay: "back" }, onclick: () => lay(cards[0].card, false) }, t("page.teach.lay_back")),
      h("button.small", { data: { lay: "" }, onclick: () => post("/virtual/clear") }, t("page.teach.clear"))),
    h("label.beside", more, t("page.teach.beside")));
  box.hidden = false;
}

camera(find("#view"));
if (served.virtual) tray();
const again = poll("/workshop/lesson", 500, draw, drawLive);

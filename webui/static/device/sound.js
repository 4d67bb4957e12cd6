// Sounds, spoken rulings and vibration of this device. They are off by default and kept in the browser.

import { LANGUAGE, find, h, icon, served, t } from "../base/dom.js";
import { confirmed } from "../base/http.js";
import { store, stored } from "../base/storage.js";

const KEPT = "coyote-sound";
const MOST_WAITING = 3; // number of sentences; with more of them, the voice would hang or come too late
/** Hertz and seconds. @type {Record<string, [number, number][]>} */
const TONES = {
  said: [[1319, 0.06]],
  refused: [[147, 0.2]],
  turn: [[659, 0.11], [988, 0.2]],
  ruled: [[880, 0.11], [1175, 0.11], [880, 0.18]],
  over: [[523, 0.14], [659, 0.14], [784, 0.14], [1047, 0.4]],
  call: [[587, 0.1], [880, 0.1], [1175, 0.34]],
  clash: [[392, 0.1], [392, 0.1], [587, 0.28]],
  success: [[784, 0.1], [1047, 0.3]],
  failure: [[392, 0.14], [262, 0.34]],
  out: [[392, 0.14], [330, 0.14], [196, 0.4]],
};
/** The tones of banners without their own tones. @type {Record<string, string>} */
const CUES = { reveal: "ruled", end: "over" };
const LOUDNESS = 0.2;
const BUZZ_MS = 250;

/** The settings of this device. Phones vibrate and stay awake unless switched off. */
export const settings = { tones: false, voice: false, buzz: true, awake: true, moments: true, asked: false,
  ...JSON.parse(stored(KEPT) ?? "{}") };

/** @param {"tones" | "voice" | "buzz" | "awake" | "moments"} name @param {boolean} on */
export function setSetting(name, on) {
  settings[name] = on;
  if (name === "tones") settings.asked = true;
  store(KEPT, JSON.stringify(settings));
  if (name === "voice" && !on) stopSpeaking();
  unlock();
  if (on && name === "tones") play("ruled");
  if (on && name === "voice") say(t("page.sound.spoken"));
  if (on && name === "buzz") navigator.vibrate?.(BUZZ_MS);
}

// -- tones --

/** @type {AudioContext | null} */
let audio = null;
let quietAt = 0; // when the last tone ends, by the audio clock; the next tone begins then

/** Play one of the tones after the current one, or let the bell ask whether to. @param {keyof TONES} name */
function play(name) {
  if (typeof AudioContext === "undefined") return;
  asks ||= !settings.asked;
  if (!settings.tones) return;
  audio ??= new AudioContext();
  if (audio.state !== "running") return; // the browser waits for a tap, and the bell asks for one
  quietAt = Math.max(quietAt, audio.currentTime);
  for (const [hertz, seconds] of TONES[name]) {
    const tone = new OscillatorNode(audio, { frequency: hertz, type: "triangle" });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setTargetAtTime(LOUDNESS, quietAt, 0.008);
    volume.gain.setTargetAtTime(0, quietAt + seconds * 0.7, 0.02);
    tone.connect(volume).connect(audio.destination);
    tone.start(quietAt);
    quietAt += seconds;
    tone.stop(quietAt + 0.1);
  }
}

// -- the voice --

const language = (tag) => tag.toLowerCase().split(/[-_]/)[0];

/** Return a voice for the page's language, if possible one of the device, or null. */
export function voice() {
  const fits = (globalThis.speechSynthesis?.getVoices() ?? []).filter((voice) =>
    language(voice.lang) === language(LANGUAGE)
  );
  return fits.find((voice) => voice.localService) ?? fits[0] ?? null;
}

/** Sentences that are not finished yet. @type {Set<SpeechSynthesisUtterance>} */
const unsaid = new Set();

function stopSpeaking() {
  unsaid.clear();
  globalThis.speechSynthesis?.cancel();
}

/** Speak a text after the current one. @param {string} text */
function say(text) {
  const speaker = voice();
  if (!settings.voice || !speaker) return;
  if (unsaid.size >= MOST_WAITING) stopSpeaking();
  const sentence = new SpeechSynthesisUtterance(text);
  sentence.voice = speaker;
  sentence.lang = speaker.lang;
  sentence.onend = sentence.onerror = () => unsaid.delete(sentence);
  unsaid.add(sentence);
  speechSynthesis.speak(sentence);
}

// -- the first tap, which browsers require before any sound --

let tapped = globalThis.navigator.userActivation?.hasBeenActive ?? false;

function unlock() {
  if (settings.tones) audio ??= new AudioContext();
  audio?.resume();
  // Some browsers want the first sentence inside the tap.
  if (!tapped && settings.voice && voice()) speechSynthesis.speak(new SpeechSynthesisUtterance(""));
  tapped = true;
  drawBell();
}

let asks = false; // this match had a sound, and nobody has said yet whether to play any

/** Ask whether this device should play sounds. */
export const askForSound = async () =>
  setSetting("tones", await confirmed(t("page.sound.ask"), t("page.yes"), t("page.no")));

/** Show a bell at the head of the page while sound waits for an answer, or for a tap. */
function drawBell() {
  const ask = asks && !settings.asked;
  const key = ask ? "page.sound.ask" : !tapped && (settings.tones || settings.voice) ? "page.sound.tap" : null;
  const there = find("#bell");
  if (there?.dataset.key === key) return;
  there?.remove();
  if (key) find("#menu")?.before(h("button", { id: "bell", class: "quiet", data: { key }, "aria-label": t(key),
    title: t(key), onclick: ask && askForSound }, icon("bell"), ask ? "" : t(key)));
}

for (const kind of ["click", "keydown"])
  addEventListener(kind, (event) => {
    if (event.isTrusted) unlock();
  }, { capture: true });
drawBell();

// -- announcements --

const isActive = ({ cue }) => cue === "turn" || cue.startsWith("may_");

/** Return the seats of this phone whose turn it is. A challenge that everyone may make is nobody's turn.
 * @param {PageState} state */
function activeSeats({ over, seats, yours }) {
  const alone = seats.filter(isActive).length === 1;
  return over ? [] : yours.filter((seat) => isActive(seats[seat]) && (alone || seats[seat].cue !== "may_challenge"));
}

/** Return why the last presses of this phone's players did nothing. @param {PageState} state */
const refusals = ({ seats, yours }) => yours.map((seat) => seats[seat].denied?.text).filter(Boolean).join();

/** @type {PageState} */
let before = served.state;
let heard = before.seq ?? 0; // newest entry that was announced here

/** Play, speak and vibrate for the news in a state. Nothing that the page showed when it loaded is news, and no undo or
 * redo. A hidden page stays silent.
 * @param {PageState} state */
export function announce(state) {
  const was = before;
  before = state;
  const last = was.seq ?? 0;
  const again = (state.seq ?? 0) < last; // the journal is another one, perhaps of another table
  heard = again ? state.seq ?? 0 : Math.max(heard, last);
  const news = again ? [] : state.news.filter((entry) => entry.seq > heard);
  if (document.visibilityState !== "visible") return;
  const turn = activeSeats(state).some((seat) => !activeSeats(was).includes(seat));
  const moment = news.some((entry) => entry.seq === state.moment?.seq) ? state.moment : null;
  if (state.over && !was.over && news.length) play("over");
  else if (moment) play(CUES[moment.acts[0].kind] ?? moment.acts[0].kind);
  else if (news.some((entry) => entry.seq === state.count?.id)) play("ruled");
  else if (turn) play("turn");
  else if (news.length) play("said");
  if (refusals(state) && refusals(state) !== refusals(was)) play("refused");
  asks &&= Boolean(state.match) && !state.over;
  drawBell();
  for (const entry of news) say(entry.text);
  if (turn && settings.buzz && document.body.classList.contains("phone") && tapped) navigator.vibrate?.(BUZZ_MS);
}

// Written from webui/page/schema.py by `python -m tests.webui.typescript`: do not edit.

/** Cards are asked for: `known` must be among them; a form begins with those of `now`. */
interface CardsField {
  kind: "cards";
  field: string;
  least: number;
  most: number;
  known: string[];
  brings: Record<string, number>;
  now: ShownReading[];
  possible: ShownPossible[];
}

/** One of some words is asked for. */
interface ChoiceField {
  kind: "choice";
  field: string;
  choices: ShownChoice[];
}

/** A language to choose. */
interface Language {
  tag: string;
  name: string;
}

/** One line of the log: its text, and who took it back or set it right. */
interface LogLine {
  seq: number;
  at: string;
  text: string;
  note: string;
  undone: boolean;
  cards: ShownReading[];
  of: number | null;
  rules: string[];
}

/** A number is asked for, `least` or so many steps more; `most` None is no limit. */
interface NumberField {
  kind: "number";
  field: string;
  least: number;
  most: number | null;
  step: number;
}

/** All that a page shows. Before the first match `seq` and `match` are None. */
interface PageState {
  seq: number | null;
  locale: string;
  you: number | null;
  yours: number[];
  handTo: number[];
  title: string;
  roundText: string;
  phase: string;
  focus: ShownFocus;
  facts: string[];
  table: ShownTable | null;
  deals: string;
  mustDeal: boolean;
  over: ShownOutcome | null;
  chart: string;
  paused: boolean;
  match: ShownMatch | null;
  known: string[];
  seats: ShownSeat[];
  others: ShownParty[];
  everybody: ShownName[];
  buttons: number;
  offers: ShownOffer[];
  timer: ShownTimer | null;
  wants: ShownWant[];
  watching: string[];
  count: ShownCount | null;
  question: ShownQuestion | null;
  photo: PhotoDue | null;
  counts: boolean;
  waits: ShownWait[];
  parts: ShownPart[];
  log: LogLine[];
  last: string;
  undo: string | null;
  redo: string | null;
  news: ShownNews[];
  sound: ShownSound | null;
  lesson: ShownLesson | null;
  untried: boolean;
  scene?: ShownScene;
}

/** A phone's picture would help now: what it is to show. `first`: there is no other eye. */
interface PhotoDue {
  first: boolean;
  texts: string[];
}

/** A card and its cell in a zone are asked for: a new one, or one that leaves. */
interface PlaceField {
  kind: "place";
  field: string;
  zone: string;
  leaves: boolean;
  known: ShownCell[];
  places: ShownPlaces[];
}

/** A card on the virtual mat: centre in millimetres, turn clockwise in degrees. */
interface Placed {
  id: string;
  card: string;
  x_mm: number;
  y_mm: number;
  turn_deg: number;
  face_up: boolean;
}

/** A seat is asked for. */
interface SeatField {
  kind: "seat";
  field: string;
  seats: number[];
}

/** What a page is served with: its words by key, and its first state. */
interface Served {
  words: Record<string, string>;
  host: boolean;
  code: string | null;
  address: string;
  name: string;
  virtual: boolean;
  workshop: boolean;
  languages: Language[];
  theme: string;
  clock: number;
  state: PageState;
}

/** A card that lies where no rule lets it, or (`down`) its back; why, whom it concerns, and the zones `where` it may lie. `spot` is where it is drawn, by its middle; None: nobody knows. Why is `asked` where it is the question that is open. */
interface ShownAmiss {
  card: string;
  label: string;
  picture: string;
  zone: string | null;
  at: [number, number] | null;
  down: boolean;
  spot: ShownBox | null;
  text: string;
  seats: number[];
  where: string[];
  asked: boolean;
}

/** A rectangle by its left top, width and height. */
interface ShownBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A card that a doubtful one may be, and how like it is (0 to 1). */
interface ShownCandidate {
  card: string;
  label: string;
  score: number;
}

/** A card and its name in words. */
interface ShownCard {
  card: string;
  label: string;
}

/** A card that lies in a cell of a grid. */
interface ShownCell {
  card: string;
  label: string;
  row: number;
  column: number;
}

/** A value that may be chosen, and its words. */
interface ShownChoice {
  value: string;
  label: string;
}

/** The console's display: the address of its picture, and what it says. */
interface ShownConsole {
  picture: string;
  text: string;
}

/** The last count as a ruling sheet shows it; `fresh` until something follows. */
interface ShownCount {
  id: number;
  of: number | null;
  texts: string[];
  rules: ShownRule[];
  cards: ShownReading[];
  rests: ShownReading[];
  steps: ShownStep[];
  fresh: boolean;
}

/** Why a press did nothing, and the rule that says so where there is a page of it. */
interface ShownDenied {
  text: string;
  rule: string | null;
}

/** A card of a count that is asked about, its `picture` as a data URL, and what it may be. */
interface ShownDoubt {
  id: string;
  picture: string;
  text: string;
  candidates: ShownCard[];
}

/** A card to be drawn: the address of its picture, empty where there is none. */
interface ShownFace {
  card: string;
  label: string;
  picture: string;
}

/** A fault of the virtual table, and whether it is switched on. */
interface ShownFault {
  name: string;
  label: string;
  on: boolean;
}

/** The one thing that matters now: a label, a value to show large, whose it is. */
interface ShownFocus {
  label: string;
  value: string;
  seat: number | null;
  deals: boolean;
  tells: boolean;
}

/** A cell of which the viewer may say that a card lies there: which, or (empty) several may. */
interface ShownFree {
  card: string;
  label: string;
  picture: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A place where something is due of a seat (None: of anybody); `have` of `count` lie there. */
interface ShownGlow {
  zone: string;
  box: ShownBox;
  seat: number | null;
  text: string;
  have: number;
  count: number;
}

/** What lies in a grid on a picture, and what it is worth, step by step; `total` None: nothing. */
interface ShownGridCount {
  photo: ShownPhoto;
  table: ShownTable | null;
  steps: ShownStep[];
  total: number | null;
  faults: string[];
  doubts: ShownDoubt[];
}

/** Pieces and words of a zone (that of `seat`), in the band at the foot of its box. */
interface ShownHeap {
  zone: string;
  seat: number | null;
  box: ShownBox;
  tokens: ShownToken[];
  texts: string[];
}

/** Where a seat sits at the virtual table, and the zone before it. */
interface ShownHome {
  seat: number;
  edge: string;
  along: number;
  zone: string;
}

/** One card of a question; `label` names what it is taken for, `none` that it is no card. */
interface ShownItem {
  id: string;
  proof: string;
  candidates: ShownCandidate[];
  guess: string | null;
  answer: string | null;
  certain: boolean;
  reason: string;
  none: string;
  label: string;
}

/** What a teach-in says; after its `last` word the real match may begin. */
interface ShownLesson {
  texts: string[];
  last: boolean;
}

/** A part of the table to look at: that of `seat`, of all (`shared`), or the `whole` of it. */
interface ShownLook {
  key: string;
  seat: number | null;
  panels: ShownPanel[];
}

/** A card that lies there, by its middle; or a back, or a pile under its top card or back. */
interface ShownLying {
  card: string;
  label: string;
  picture: string;
  key: string;
  kind: string;
  zone: string;
  x: number;
  y: number;
  width: number;
  height: number;
  lies: string;
  edge: number | null;
  seat: number | null;
  fresh: boolean;
  count: number | null;
}

/** Which match is on. */
interface ShownMatch {
  game: string;
  seats: number;
  options: Record<string, any>;
}

/** A seat by its symbol and its player's name; `given` is a name that the player chose. */
interface ShownName {
  seat: number;
  label: string;
  symbol: string;
  name: string;
  given: string;
}

/** What was ruled in entry `seq`, as a voice is to say it. */
interface ShownNews {
  seq: number;
  text: string;
}

/** What may be done: a move, what of it is `given`, and what is still to `ask`. */
interface ShownOffer {
  move: string;
  label: string;
  effect: string;
  seat: number | null;
  given: Record<string, any>;
  ask: (NumberField | SeatField | ChoiceField | CardsField | PlaceField)[];
  by: string;
  press: string | null;
  due: number | null;
  aside: boolean;
  among: string;
}

/** How the match ended. */
interface ShownOutcome {
  text: string;
  winners: number[];
}

/** Cells that belong together: the path around them (SVG), and what stands upon it, and where. */
interface ShownOutline {
  path: string;
  whole: boolean;
  x: number;
  y: number;
  tokens: ShownToken[];
}

/** A piece of the table, that of a seat or of all. */
interface ShownPanel {
  x: number;
  y: number;
  width: number;
  height: number;
  seat: number | null;
}

/** How one part of the table is. */
interface ShownPart {
  name: string;
  well: boolean;
  text: string;
}

/** One that plays without a seat, as it is drawn beside the seats. */
interface ShownParty {
  name: string;
  tokens: ShownToken[];
  cards: ShownFace[];
  notes: string[];
}

/** A picture that this phone sent, as a data URL of that size, and what came of it. */
interface ShownPhoto {
  id: string;
  picture: string;
  size: [number, number];
  spots: ShownSpot[];
  came: string;
  said: string[];
  question: string | null;
  zones: ShownZone[];
}

/** At which edge of the table a seat sits, and how far along it, from the left or top. */
interface ShownPlace {
  seat: number;
  edge: string;
  along: number;
}

/** A card, and the cells (row, column) where it may lie. */
interface ShownPlaces {
  card: string;
  label: string;
  cells: [number, number][];
}

/** A card that may be named, and how many of it there can still be. */
interface ShownPossible {
  card: string;
  label: string;
  left: number;
}

/** What the camera asks the table: which card, or which of several `ways` is meant. */
interface ShownQuestion {
  id: string;
  text: string;
  countText: string;
  items: ShownItem[];
  ways: ShownWay[];
  seat: number | null;
}

/** A card that a move names, and the picture (a proof id) that it was read from. */
interface ShownReading {
  card: string;
  label: string;
  proof: string | null;
}

/** A rule by its id, in words. */
interface ShownRule {
  id: string;
  text: string;
}

/** The virtual table as it lies (`referee.reports.tabletop`), its cards' names in words. */
interface ShownScene {
  mat_mm: [number, number];
  card_mm: [number, number];
  placed: Placed[];
  hands: string[][];
  faces: Record<string, string>;
  pile: number;
  discards: number;
  faults: Record<string, boolean>;
  version: number;
  zones: Record<string, [number, number, number, number]>;
  aside: string[];
  owed: number[];
  piles: Record<string, number>;
  along: Record<string, [number, number]>;
  fits: Record<string, [number, number, number][]>;
  opens: Record<string, string[]>;
  labels: Record<string, string>;
  pictures: Record<string, string>;
  back: string;
  mat: string;
  switches: ShownFault[];
  places: ShownHome[];
  console: ShownConsole | null;
}

/** A seat: `held` by a phone or not, its cue and light, its cards and counters. */
interface ShownSeat {
  seat: number;
  label: string;
  symbol: string;
  name: string;
  given: string;
  held: boolean;
  cue: string;
  cueText: string;
  tokens: ShownToken[];
  cards: ShownFace[];
  notes: string[];
  noted: boolean;
  out: boolean;
  light: string;
  denied: ShownDenied | null;
}

/** What sounds at the table; None: it is not there. */
interface ShownSound {
  buzzer: boolean | null;
  voice: boolean | null;
}

/** A card in a picture: its corners as shares of width and height, and what it was read as. */
interface ShownSpot {
  corners: [number, number][];
  verdict: string;
  label: string;
}

/** One step of the arithmetic, also written out as a `sum`. */
interface ShownStep {
  text: string;
  sum: string;
  terms: ShownTerm[];
  total: number;
}

/** What lies on the table, to be drawn on the mats' own drawing `mat` (its address). */
interface ShownTable {
  size: [number, number];
  mat: string;
  matSize: [number, number];
  quarters: number;
  back: string;
  lying: ShownLying[];
  gone: ShownBox[];
  outlines: ShownOutline[];
  heaps: ShownHeap[];
  glows: ShownGlow[];
  free: ShownFree[];
  amiss: ShownAmiss[];
  whole: ShownLook;
  parts: ShownLook[];
  places: ShownPlace[];
  texts: string[];
}

/** A card in a sum: what it counted before a step and after it. */
interface ShownTerm {
  card: string;
  label: string;
  was: number;
  now: number;
}

/** What the clock does next: at `due`, of `of` milliseconds that it gives in all. */
interface ShownTimer {
  label: string;
  due: number;
  of: number;
}

/** Counters of one kind before a player; `of` is how many there can be. */
interface ShownToken {
  kind: string;
  count: number;
  of: number | null;
  text: string;
}

/** What waits for a yes, and the words of the buttons that this viewer has for it. */
interface ShownWait {
  id: string;
  text: string;
  yes: string | null;
  no: string | null;
  due: number | null;
}

/** What the camera is to read in a zone, or see leave it or cleared from it. */
interface ShownWant {
  zone: string;
  scope: "mat" | "own" | "seats" | "shared";
  watch: "clear" | "leave" | "read";
  least: number;
  text: string;
  told: boolean;
}

/** One of several things that cards may mean, with the press that takes it. */
interface ShownWay {
  id: string;
  label: string;
  effect: string;
  press: string | null;
  on: boolean;
}

/** A part of the table that cards may lie in. */
interface ShownZone {
  zone: string;
  label: string;
}

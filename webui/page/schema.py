"""The state of a page: what its script is given. Its shape is said here and in `fields`.

Every text is in the viewer's language. ``python -m tests.webui.typescript`` says the same to those
who write the scripts.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, UnsetType

from referee.reports.tabletop import Tabletop
from webui.page.fields import (
    CardFace,
    CardName,
    ClubNote,
    Field,
    HandCards,
    PageBanner,
    PartyPanel,
    Prompt,
    ReadCard,
    Shape,
    SitDownStep,
    TokenCount,
)
from webui.page.questions import QuestionSheet
from webui.page.tabletop.shapes import SeatPlace, TableDrawing

# -- the seats ---------------------------------------------------------------------------


class SeatName(Shape):
    """A seat by its symbol and its player's name; `given` is a name that the player chose."""

    seat: int
    label: str
    symbol: str
    name: str
    given: str


class DeniedPress(Shape):
    """Why a press did nothing, and the rule that says so where there is a page of it."""

    text: str
    rule: str | None


class SeatPanel(SeatName):
    """A seat: `held` by a phone or `asked` for by one, its cue and light, its cards and counters.

    Where it is `noted` the cue is the first of its notes. `denied` says why its last press did
    nothing. One of the table's own plays at a `level`, which its mark (`bot`) and words for those
    who hear (`played`) say.
    """

    level: str
    bot: str
    played: str
    held: bool
    asked: bool
    cue: str
    cue_text: str
    tokens: tuple[TokenCount, ...]
    cards: tuple[CardFace, ...]
    notes: tuple[str, ...]
    noted: bool
    out: bool
    light: str
    denied: DeniedPress | None


# -- offers ------------------------------------------------------------------------------


class OfferForm(Shape):
    """What may be done: a move, what of it is `given`, and what is still to `ask`.

    `effect` says what it does, where one asks; one `aside` is kept folded, those with the same
    `among` are shown as one. `due` is from when it
    may be taken, in milliseconds of the table's clock.
    """

    move: str
    label: str
    effect: str
    seat: int | None
    given: dict[str, Any]
    ask: tuple[Field, ...]
    by: str
    press: str | None
    due: int | None
    aside: bool
    among: str


class TimerRing(Shape):
    """What the clock does next: at `due`, of `of` milliseconds that it gives in all."""

    label: str
    due: int
    of: int


class ExpectedChange(Shape):
    """What the camera is to read in a zone, or see leave it or cleared from it.

    `scope` tells of what kind the zone is: the whole `mat`, the zones before all `seats`, a zone
    of one seat (`own`) or one for all (`shared`). What is `told` stands in the focus already.
    """

    zone: str
    scope: Literal["mat", "seats", "own", "shared"]
    watch: Literal["read", "leave", "clear"]
    least: int
    text: str
    told: bool = False


# -- rulings -----------------------------------------------------------------------------


class RuleText(Shape):
    """A rule by its id, in words."""

    id: str
    text: str


class SumTerm(CardName):
    """A card in a sum: what it counted before a step and after it."""

    was: int
    now: int


class SumStep(Shape):
    """One step of the arithmetic, also written out as a `sum`."""

    text: str
    sum: str
    terms: tuple[SumTerm, ...]
    total: int


class RulingSheet(Shape):
    """The last count as a ruling sheet shows it; `fresh` until something follows.

    `of` is the entry that read its cards, where these can be set right. `rests` are the cards of
    earlier pictures that it rests on, too.
    """

    id: int
    of: int | None
    texts: tuple[str, ...]
    rules: tuple[RuleText, ...]
    cards: tuple[ReadCard, ...]
    rests: tuple[ReadCard, ...]
    steps: tuple[SumStep, ...]
    fresh: bool


class LogLine(Shape):
    """One line of the log: its text, and who took it back or set it right.

    `cards` are those that were read, in the entry `of` where they can be set right. `rules` are
    those of the match's rules page that it rests on, by their ids.
    """

    seq: int
    at: str
    text: str
    note: str
    undone: bool
    cards: tuple[ReadCard, ...]
    of: int | None
    rules: tuple[str, ...]


# -- the table itself --------------------------------------------------------------------


class PhotoDue(Shape):
    """A phone's picture would help now: what it is to show. `first`: there is no other eye."""

    first: bool
    texts: tuple[str, ...]


class PartStatus(Shape):
    """How one part of the table is."""

    name: str
    well: bool
    text: str


class FaultSwitch(Shape):
    """A fault of the virtual table, and whether it is switched on."""

    name: str
    label: str
    on: bool


class ConsoleDisplay(Shape):
    """The console's display: the address of its picture, and what it says."""

    picture: str
    text: str


class SeatHome(SeatPlace):
    """Where a seat sits at the virtual table, and the zone before it."""

    zone: str


class VirtualScene(Tabletop, frozen=True, kw_only=True):
    """The virtual table as it lies (`referee.reports.tabletop`), its cards' names in words.

    `pictures` has the address of each face seen, by card; the addresses change with the art. Seats
    have `places` where the mats have zones of theirs; faults are switched by `switches`. What is
    drawn from a pile now is `due`, in words. A seat without a phone looks at what it may by a tap
    on its hand, as `lookers` says for each; `note` says so. What is to be done with held cards,
    whoever's turn it is, says `hint`.
    """

    labels: dict[str, str]
    pictures: dict[str, str]
    back: str
    mat: str
    switches: tuple[FaultSwitch, ...]
    due: dict[str, str]
    places: tuple[SeatHome, ...]
    lookers: tuple[int | None, ...]
    note: str
    hint: str
    console: ConsoleDisplay | None


# -- all of it ---------------------------------------------------------------------------


class FocusPanel(Shape):
    """The one thing that matters now: a label, a value to show large, whose it is.

    The label may say what is to be dealt (`deals`), or what the log said last (`tells`).
    """

    label: str
    value: str
    seat: int | None
    deals: bool = False
    tells: bool = False


class SpokenRuling(Shape):
    """What was ruled in entry `seq`, as a voice is to say it."""

    seq: int
    text: str


class SoundSwitches(Shape):
    """What sounds at the table; None: it is not there."""

    buzzer: bool | None
    voice: bool | None


class OutcomeText(Shape):
    """How the match ended."""

    text: str
    winners: tuple[int, ...]


class LessonText(Shape):
    """What a teach-in says; after its `last` word the real match may begin."""

    texts: tuple[str, ...]
    last: bool


class MatchInfo(Shape):
    """Which match is on."""

    game: str
    seats: int
    options: dict[str, Any]


class PageState(Shape):
    """All that a page shows. Before the first match `seq` and `match` are None.

    `you` is the seat whose player looks, `yours` are all that the phone holds: a shared one shows
    none until its player says so, and asks those in `hand_to`, who have more to do than a press;
    those of them that `hides` names see what the others are not to see.

    `deals` says what is to be dealt, if anything is; where it `must_deal`, play waits for that.
    `others` play without a seat. `offers` are for this viewer; `everybody` names every seat that a
    match can have, of which the first `buttons` have one; `known` the
    names used here before that nobody bears now, `undo` what an undo would take back, `redo` what
    this viewer may make again, `last` what the log said last, `cited` the rules that it rests on,
    `ending` what a match came to that has ended, as HTML. `table` is what lies there, to be drawn,
    where anything does. `lesson` is what a teach-in says, `untried` that none was begun here, nor
    any match played. `no_bots` says why the table's own play at no seat of this match, if so.
    `photo` is for those who may send a picture, and may have what lies before them counted where
    the game `counts` it. `club` is that which the table is of.
    `waits` is what waits for a yes, `notes` are said to this phone alone until they are put away;
    `sitting` is how its player sits down; who `hosts` is a host now. `news` are the last moves that
    stand, without what is for few ears, `moment` is the newest among them that takes the whole
    screen.
    `sound` is for hosts, `scene` on the virtual table's page; `hands` are what a seat may look at
    there, on its phone.
    """

    seq: int | None
    locale: str
    you: int | None
    yours: tuple[int, ...]
    hand_to: tuple[int, ...]
    hides: tuple[int, ...]
    title: str
    round_text: str
    phase: str
    focus: FocusPanel
    facts: tuple[str, ...]
    table: TableDrawing | None
    deals: str
    must_deal: bool
    over: OutcomeText | None
    ending: str
    paused: bool
    match: MatchInfo | None
    known: tuple[str, ...]
    seats: tuple[SeatPanel, ...]
    others: tuple[PartyPanel, ...]
    everybody: tuple[SeatName, ...]
    buttons: int
    offers: tuple[OfferForm, ...]
    timer: TimerRing | None
    wants: tuple[ExpectedChange, ...]
    watching: tuple[str, ...]
    count: RulingSheet | None
    question: QuestionSheet | None
    photo: PhotoDue | None
    counts: bool
    waits: tuple[Prompt, ...]
    notes: tuple[Prompt, ...]
    sitting: SitDownStep | None
    hosts: bool
    parts: tuple[PartStatus, ...]
    log: tuple[LogLine, ...]
    last: str
    cited: tuple[str, ...]
    undo: str | None
    redo: str | None
    news: tuple[SpokenRuling, ...]
    moment: PageBanner | None
    sound: SoundSwitches | None
    lesson: LessonText | None
    untried: bool
    no_bots: str
    club: ClubNote | None
    scene: VirtualScene | UnsetType = UNSET
    hands: tuple[HandCards, ...] = ()


class Language(Shape):
    """A language to choose."""

    tag: str
    name: str


class Served(Shape):
    """What a page is served with: its words by key, and its first state.

    `code` is the host's code, for hosts; `address` is the phones' by number, `name` the same by
    the machine's name, empty where it has none. Where no phone can reach the pages `address` is
    empty, and `unreached` says why. `theme` is light, dark or system; `clock` what the table's
    clock says, in milliseconds.
    """

    words: dict[str, str]
    host: bool
    code: str | None
    address: str
    unreached: str
    name: str
    virtual: bool
    workshop: bool
    languages: tuple[Language, ...]
    theme: str
    clock: int
    state: PageState

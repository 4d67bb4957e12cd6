"""The state of a page, as its script receives it. `fields` has the parts that sections share.

Every text is in the viewer's language. ``python -m tests.webui.typescript`` writes the same types
for the scripts.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, UnsetType

from referee.reports.tabletop import Tabletop
from webui.page.fields import (
    CardName,
    ClubNote,
    Field,
    HandCards,
    PageBanner,
    PartyPanel,
    Prompt,
    ReadCard,
    SeatName,
    SeatPanel,
    Shape,
    SitDownStep,
)
from webui.page.questions import QuestionSheet
from webui.page.tabletop.shapes import SeatPlace, TableDrawing

# -- offers ------------------------------------------------------------------------------


class OfferForm(Shape):
    """A move that the viewer may make: its `given` fields, and the fields to `ask` for.

    * `effect`: what the move does, if the label does not say it.
    * `aside`: whether the page folds this offer away.
    * `among`: the page shows offers with the same value as a single offer.
    * `due`: when the offer becomes available, in milliseconds of the table's clock.
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
    """The clock acts at `due`; `of` is the whole waiting time. Both are in milliseconds."""

    label: str
    due: int
    of: int


class ExpectedChange(Shape):
    """A change that the camera should see in a zone: cards read, leaving or cleared.

    * `scope`: the whole `mat`, all `seats`' zones, one seat's `own` zone, or a `shared` one.
    * `told`: whether the focus already says what must change.
    """

    zone: str
    scope: Literal["mat", "seats", "own", "shared"]
    watch: Literal["read", "leave", "clear"]
    least: int
    text: str
    told: bool = False


# -- rulings -----------------------------------------------------------------------------


class RuleText(Shape):
    """A rule's id and text."""

    id: str
    text: str


class SumTerm(CardName):
    """A card in a sum, with its value before and after this step."""

    was: int
    now: int


class SumStep(Shape):
    """A step of the arithmetic. `sum` is the same step in one line."""

    text: str
    sum: str
    terms: tuple[SumTerm, ...]
    total: int


class RulingSheet(Shape):
    """The last count and its ruling. It is `fresh` until the next move.

    * `of`: the entry with the reading of the cards, if users can still correct it.
    * `rests`: the cards from earlier pictures that also count.
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
    """A line of the log. Its `note` says who undid or corrected the move. It cites the `rules`.

    * `cards`: the cards that the move named; `of`: their entry, if users can still correct it.
    * `counts`: whether the match can go back to just before this line.
    """

    seq: int
    at: str
    text: str
    note: str
    undone: bool
    counts: bool
    cards: tuple[ReadCard, ...]
    of: int | None
    rules: tuple[str, ...]


# -- the table itself --------------------------------------------------------------------


class PhotoDue(Shape):
    """A picture from a phone would help now. If `first` is true, there is no camera."""

    first: bool
    texts: tuple[str, ...]


class PartStatus(Shape):
    """The state of one part of the table."""

    name: str
    well: bool
    text: str


class FaultSwitch(Shape):
    """A fault that the virtual table can simulate."""

    name: str
    label: str
    on: bool


class ConsoleDisplay(Shape):
    """What the console's display shows: the address of its picture, and its text."""

    picture: str
    text: str


class SeatHome(SeatPlace):
    """The place of a seat at the virtual table, and the zone in front of it."""

    zone: str


class VirtualScene(Tabletop, frozen=True, kw_only=True):
    """The virtual table (`referee.reports.tabletop`), with words and pictures.

    * `labels`, `pictures`: the name of each visible card, and the address of its picture.
    * `places`: the places of the seats, if the mats have zones for seats.
    * `switches`: the simulated faults.
    * `due`: for each pile, a text about the draw that is due from it.
    * `lookers`: for each hand, the seat without a phone that may peek at it; `note` explains that.
    * `hint`: what a player can do with the cards in hand on every turn.
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


# -- the page ----------------------------------------------------------------------------


class FocusPanel(Shape):
    """What matters most now: a label, a large value, and the seat that it concerns.

    * `deals`: whether the label is about dealing.
    * `tells`: whether the label repeats the last log line.
    """

    label: str
    value: str
    seat: int | None
    deals: bool = False
    tells: bool = False


class SpokenRuling(Shape):
    """The ruling of entry `seq` as text to speak."""

    seq: int
    text: str


class SoundSwitches(Shape):
    """Which sounds the table makes. None means that it lacks the part."""

    buzzer: bool | None
    voice: bool | None


class OutcomeText(Shape):
    """The result of the match. The `names` are those of the players who take the winners' place."""

    text: str
    winners: tuple[int, ...]
    names: tuple[str, ...]


class LessonText(Shape):
    """The current text of the teach-in. After the `last` one, the real match can begin."""

    texts: tuple[str, ...]
    last: bool


class MatchInfo(Shape):
    """The current match."""

    game: str
    seats: int
    options: dict[str, Any]


class PageState(Shape):
    """All that a page shows. Before the first match, `seq` and `match` are None.

    * `you`: the viewer's seat; `yours`: all seats of the phone. On a shared phone, no seat counts
      as the viewer's until a player opens one.
    * `hand_to`: a shared phone's seats that can act only when open; `hides`: those with secrets.
    * `deals`: what players must deal, if anything; `must_deal`: whether the match waits for that.
    * `others`: parties without a seat; `everybody`: the names of all possible seats, of which the
      first `buttons` have a button; `known`: recent names that nobody uses now.
    * `offers`: the viewer's moves; `undo`, `redo`, `anew`: what an undo, redo or new deal does;
      `dealt`: whether there is a deal that may have been wrong.
    * `last`: the last log line; `cited`: its rules; `ending`: the end of the match as HTML.
    * `table`: the drawing of the table, if anything is on it.
    * `lesson`: the teach-in's text; `untried`: nobody has played here; `no_bots`: why bots cannot.
    * `photo`: a request for a picture; `counts`: whether a picture can count the viewer's cards.
    * `waits`: pending approvals; `notes`: notices for this phone; `sitting`: what its player must
      do to sit down.
    * `hosts`: whether the viewer is a host; `sound`: the table's sounds, for hosts.
    * `news`: the last moves as spoken text; `moment`: the newest banner among them.
    * `scene`: the virtual table, on its page; `hands`: the hands that this phone may see.
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
    anew: str | None
    dealt: bool
    news: tuple[SpokenRuling, ...]
    moment: PageBanner | None
    sound: SoundSwitches | None
    lesson: LessonText | None
    untried: bool
    no_bots: str
    club: ClubNote | None
    scene: VirtualScene | UnsetType = UNSET
    hands: tuple[HandCards, ...] = ()

"""The contract between a game and everything else.

A game is a set of pure functions over frozen, JSON-serialisable values, collected in a `Game`.
Front ends (pages, lights, camera, clock, command line) use the types in this module and contain no
rules. The types come from `referee.values` (what the referee says), `referee.offers` and
`referee.asks` (what may be done) and `referee.records` (the summary of a match); all are exported
here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, Generic, TypeAlias, TypeVar

from referee.asks import Ask as Ask
from referee.asks import AskCards as AskCards
from referee.asks import AskChoice as AskChoice
from referee.asks import AskNumber as AskNumber
from referee.asks import AskPlace as AskPlace
from referee.asks import AskSeat as AskSeat
from referee.asks import Cell as Cell
from referee.asks import Choice as Choice
from referee.asks import Places as Places
from referee.determinization import (
    Action,
    Chance,
    Determinization,
    Hands,
    Hidden,
    KnownHands,
    Skill,
)
from referee.judging import Judgement
from referee.offers import Behind as Behind
from referee.offers import By as By
from referee.offers import Cue as Cue
from referee.offers import Offer as Offer
from referee.offers import OfferMaker as OfferMaker
from referee.offers import Offers as Offers
from referee.offers import Presentation as Presentation
from referee.offers import Press as Press
from referee.offers import Typed as Typed
from referee.offers import by_tag as by_tag
from referee.offers import matches as matches
from referee.pending import PendingAction
from referee.records import Against as Against
from referee.records import Column as Column
from referee.records import Figure as Figure
from referee.records import Highlight as Highlight
from referee.records import Record as Record
from referee.records import Series as Series
from referee.records import sum_against as sum_against
from referee.records import sum_figures as sum_figures
from referee.table import Changes, Layout, Outline
from referee.values import BadOptions as BadOptions
from referee.values import Frozen as Frozen
from referee.values import IllegalMove as IllegalMove
from referee.values import Message as Message
from referee.values import Outcome as Outcome
from referee.values import RefereeError as RefereeError
from referee.values import Ruling as Ruling
from referee.values import Score as Score
from referee.values import Step as Step
from referee.values import Term as Term
from referee.values import Told as Told
from referee.values import Value as Value

# -- views ------------------------------------------------------------------------------


class Token(Frozen):
    """How many counters of one kind, such as strikes or coins, a player has."""

    kind: str
    count: int
    of: int | None = None  # The maximum count, or None.


class SeatView(Frozen):
    """A seat as everybody at the table sees it. Its player's view includes the secrets.

    `backs` is the number of cards that the player holds up for the others, with the back to
    strangers.
    """

    seat: int
    cue: Cue
    tokens: tuple[Token, ...] = ()
    cards: tuple[str, ...] = ()  # These cards lie face up before the player.
    notes: tuple[Message, ...] = ()
    out: bool = False
    backs: int = 0


class Party(Frozen):
    """A party without a seat, such as a neutral tribe or a bank. It makes no moves."""

    name: Message
    tokens: tuple[Token, ...] = ()
    cards: tuple[str, ...] = ()  # These cards lie face up before the party.
    notes: tuple[Message, ...] = ()


class Focus(Frozen):
    """The most important information now: a label, a value to show large, and the seat concerned.

    If the seat plays a hand that is not its own, `hand` is the number of that hand. Hands are
    numbered as in a deal; the `others` come after the seats. `by` is the seat that said the value,
    if one said it. `lacking` are moves for which the seat has too little, with their requirements.
    """

    label: Message
    value: str = ""
    seat: int | None = None
    hand: int | None = None
    by: int | None = None
    lacking: tuple[Choice, ...] = ()


class Deal(Frozen):
    """The next deal: each seat gets `cards` cards in `round`.

    The numbers for parties without a seat (`View.others`) follow those of the seats. With
    `shuffle`, people first shuffle all cards, including the discards but not the cards that the
    layout has `set_aside`. People deal `table` further cards face down into the zone ``talon`` or,
    if the mat has no such zone, in the middle. `then` is the view between the deal and the first
    move, if it differs.
    """

    round: int
    cards: tuple[int, ...]
    shuffle: bool = False
    table: int = 0
    then: View | None = None


class View(Frozen):
    """Everything that the phone of one seat may show. `seat` is None for a stranger.

    The `others` are parties without a seat. Pages draw them next to the seats.
    """

    game: str
    round: int
    phase: Message
    focus: Focus
    seats: tuple[SeatView, ...]
    seat: int | None = None
    facts: tuple[Message, ...] = ()
    deal: Deal | None = None
    outcome: Outcome | None = None
    others: tuple[Party, ...] = ()


class Appraisal(Frozen):
    """The value of cards in a grid outside a match: the score, their outlines and their faults."""

    score: Score
    outlines: tuple[Outline, ...] = ()
    faults: tuple[Message, ...] = ()


# -- a game -----------------------------------------------------------------------------

O = TypeVar("O")  # noqa: E741  The type of a game's options.
S = TypeVar("S")
M = TypeVar("M")


@dataclass(frozen=True)
class Cards(Generic[O]):
    """The cards of a game.

    `name` returns the canonical name of a card, for any name that people use; it raises
    `ValueError` for an unknown card. `counts` returns the number of copies of each card in the deck
    that the options choose; it raises `BadOptions`. With some options, a name can mean another card
    than usual: `instead` maps it to that card.
    """

    name: Callable[[str], str]
    counts: Callable[[O], dict[str, int]]
    instead: Callable[[O], Mapping[str, str]] = lambda _options: {}

    def called(self, options: O, card: str) -> str:
        """Return the canonical name of a card in a match with these options.

        Raise `ValueError` for an unknown card.
        """
        name = self.name(card)
        return self.instead(options).get(name, name)


def own_hand(_state: object, seat: int | None) -> tuple[int, ...]:
    """Return only the seat's own hand. This is the default of `OnTable.visible_hands`."""
    return () if seat is None else (seat,)


# See `referee.determinization`.
SampleHidden: TypeAlias = Callable[[S, int, KnownHands, Chance], Determinization]
Weigh: TypeAlias = Callable[
    [S, int, KnownHands, Skill, Sequence[Action], Chance], Mapping[Action, float] | None
]
Ranking: TypeAlias = tuple[tuple[int, ...], ...]  # The seats of each place, the best first.


@dataclass(frozen=True)
class Rules(Generic[O, S, M]):
    """The rules: types and functions that know no camera, page or bot.

    `begin` raises `BadOptions`. `apply` raises `IllegalMove` and then changes nothing. `move` is a
    tagged union with the tag field ``move``.

    - `standing` returns how well a seat stands if the match stopped now. It is compared between the
      seats that are still in: the highest is in the lead, and equal values share a place.
    - `carry_over` returns the options that the next match of the same seats takes from this one.
    - Without `ties`, players never share a place. If a game is not `ranked`, it has only winners:
      all others share one place.
    """

    options: type[O]
    state: type[S]
    move: Any
    begin: Callable[[O, int], S]
    apply: Callable[[S, M], tuple[S, tuple[Ruling, ...]]]
    offers: Callable[[S], Offers]
    outcome: Callable[[S], Outcome | None]
    standing: Callable[[S, int], Any] = lambda _state, _seat: 0
    carry_over: Callable[[S], dict[str, Any]] = lambda _state: {}
    ties: bool = True
    ranked: bool = True

    @cached_property
    def moves(self) -> Mapping[str, type[M]]:
        """The types of the moves, by tag."""
        return by_tag(self.move)

    def shared(self, places: Ranking) -> Ranking:
        """Return the places, in which all others share one if the game ranks only the winners."""
        if self.ranked or len(places) < 3:
            return places
        return places[0], tuple(sorted(chain(*places[1:])))


@dataclass(frozen=True)
class OnTable(Generic[O, S]):
    """The cards on the table: their layout, and the meaning of changes to it.

    - `layout` returns where every card and piece should be.
    - `judge` returns the meaning of changes to that layout.
    - `pending` returns what people must do by hand now. The order is the order of doing it.
    - `turn` returns whose turn it is, as a number. A card in a place without an owner was laid by
      the one whose turn it was then. None means that every place has an owner.
    - `visible_hands` returns the hands that a seat may look at, numbered as in a deal; for None,
      the hands that are open to everybody.
    - `hidden` returns which cards are hidden, and where. Bots need it, unless the game samples the
      hidden cards itself (`BotPlay.sample_hidden`).
    - `score` counts cards outside a match, from the options, the cards on the table and the cards
      turned up for them. It accepts aliases.
    - `appraise` does the same for cards in a grid. It raises `IllegalMove` for an impossible grid.
    """

    cards: Cards[O]
    layout: Callable[[S], Layout] = lambda _state: Layout()
    judge: Callable[[S, Changes], Judgement] = lambda _state, _changes: Judgement()
    pending: Callable[[S], tuple[PendingAction, ...]] = lambda _state: ()
    turn: Callable[[S], int | None] = lambda _state: None
    visible_hands: Callable[[S, int | None], tuple[int, ...]] = own_hand
    hidden: Callable[[S], Hidden] | None = None
    score: Callable[[O, Sequence[str], Sequence[str]], Score] | None = None
    appraise: Callable[[O, Sequence[Cell]], Appraisal] | None = None


@dataclass(frozen=True)
class Shown(Generic[S]):
    """The view that pages show to a seat, or to a stranger (None).

    Games are sorted by `list_position`, then by name.
    """

    view: Callable[[S, int | None], View]
    list_position: int = 100


@dataclass(frozen=True)
class BotPlay(Generic[S, M]):
    """How bots play the game.

    - `sample_hidden` returns a determinization for a state and the hands that a seat knows. Without
      it, bots deal the cards that are `OnTable.hidden` and take the moves from the offers.
    - `evaluate` estimates each seat's result, from 0 to 1, from the hands of such a deal. Without
      it, bots go by the outcome and the `standing`.
    - `weigh` returns how likely a bot of a skill chooses each of its actions, for a game that knows
      better than the general search. If it does not know better, it returns None.
    - Bots never make the moves of the types in `never`. They make those in `late` only if nobody
      else acts first.
    - `sample_secrets` returns the state with random answers of the seats that answered in secret,
      all but the given one. A bot knows no others.
    - In a game with `heats`, one for each level, a trained network rates positions, and bots plan
      only their own turn. With more heat, they choose worse actions more often.
    - Other bots look `horizon` actions ahead. `pace` scales the number of actions that all try. If
      the game `bluffs`, they also consider what their actions tell other players.
    - In an `open_handed` game, a person who handles a bot's cards may see them.
    - `agrees` returns whether the bot at a seat, with these cards in its hand, agrees to a move
      that `needs_all`. It answers honestly. A bot also makes no late move against which a person's
      hand tells.
    """

    sample_hidden: SampleHidden[S] | None = None
    evaluate: Callable[[S, Hands], tuple[float, ...]] | None = None
    weigh: Weigh[S] | None = None
    never: tuple[type, ...] = ()
    late: tuple[type, ...] = ()
    sample_secrets: Callable[[S, int, Chance], S] = lambda state, _seat, _chance: state
    heats: tuple[float, ...] = ()
    horizon: int = 12
    pace: float = 1.0
    bluffs: bool = False
    open_handed: bool = False
    agrees: Callable[[S, M, int, tuple[str, ...]], bool] = lambda _state, _move, _seat, _hand: True


@dataclass(frozen=True)
class Game(Generic[O, S, M]):
    """A game for a range of `seats`, in parts. A game without a `bot` is played by people only.

    `record` returns the summary of a match, from its states.
    """

    name: str
    seats: range
    rules: Rules[O, S, M]
    table: OnTable[O, S]
    shown: Shown[S]
    bot: BotPlay[S, M] | None = None
    record: Callable[[Sequence[S]], Record] = lambda _states: Record()

    def __post_init__(self) -> None:
        if self.bot and self.table.hidden is None and self.bot.sample_hidden is None:
            raise ValueError("bots need `OnTable.hidden` or `BotPlay.sample_hidden`")

    def require_bot(self) -> BotPlay[S, M]:
        """Return how bots play. Raise `LookupError` if they cannot."""
        if self.bot is None:
            raise LookupError(self.name)
        return self.bot

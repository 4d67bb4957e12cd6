"""The phases of a turn of Coup: one type each, with the fields that only it has."""

from __future__ import annotations

from referee.contract import Frozen
from referee.coup.state.cards import ACTIONS, Action


class Block(Frozen):
    """A block by a seat. `card` is the claimed character, or empty if none was named."""

    seat: int
    card: str = ""


class Play(Frozen):
    """The action of a turn, its target, and the block against it, if there is one."""

    name: str
    target: int | None = None
    block: Block | None = None

    @property
    def action(self) -> Action:
        """The action's entry in `ACTIONS`."""
        return ACTIONS[self.name]

    @property
    def claims(self) -> tuple[str, ...]:
        """The characters that the standing claim may mean: one, or several if none was named."""
        if self.block is None:
            return (self.action.claims,)
        return (self.block.card,) if self.block.card else self.action.blocks

    def claimer(self, turn: int) -> int:
        """Return the seat whose claim stands: the blocker, or the seat whose `turn` it is."""
        return turn if self.block is None else self.block.seat


class _Phase(Frozen, tag_field="phase"):
    """A phase. Its tag is the last part of its message keys.

    Every phase has the properties below. Some checks use ``type(…) is`` because they are frequent
    and mostly false, and ``isinstance`` takes five times as long.
    """

    shown = ""  # The card in the middle. As it is not a field, it is just as fast to read.

    def __str__(self) -> str:
        """Return the last part of its message keys."""
        return str(self.__struct_config__.tag)

    @property
    def play(self) -> Play | None:
        """The action in question, or None between turns and during an exchange."""
        return None


class Turn(_Phase, tag="turn"):
    """The active player must declare an action."""


class ActionPhase(_Phase):
    """A phase that deals with the declared action of the turn."""

    play: Play


class Window(ActionPhase):
    """Other players may object, unless they have `passed`."""

    passed: tuple[int, ...] = ()


class Challengeable(Window, tag="challenge"):
    """The action's claim may be challenged."""


class Blockable(Window, tag="block"):
    """The action may be blocked."""


class Counter(Window, tag="counter"):
    """The block's claim may be challenged."""


class Naming(ActionPhase, tag="name"):
    """The blocker must name the character."""


class Show(ActionPhase, tag="show"):
    """The challenged player must show the card or concede."""

    challenger: int


class Contest(Frozen, tag="contest"):
    """A settled challenge: `held` says whether the claim was true."""

    play: Play
    challenger: int
    held: bool


class Hit(Frozen, tag="hit"):
    """The action itself cost its target an influence. The turn ends after that."""

    play: Play


class Leaving(Frozen, tag="leaving"):
    """A player leaves and loses all influence. Then the turn goes on."""

    @property
    def play(self) -> None:
        """None, because no action is the cause."""


Cause = Contest | Hit | Leaving


class Lose(_Phase, tag="lose"):
    """The `loser` must turn up a card because of `cause`. `shown` is still in the middle."""

    loser: int
    cause: Cause
    shown: str = ""

    @property
    def play(self) -> Play | None:
        """The action that caused the loss."""
        return self.cause.play


class Return(_Phase, tag="return"):
    """The `shown` card must leave the middle.

    If it was not the claimed card, the `loser` must turn up a card next. If it was, the challenger
    has already turned up a card, and `loser` is None.
    """

    contest: Contest
    shown: str
    loser: int | None = None

    @property
    def play(self) -> Play:
        """The action or block that was challenged."""
        return self.contest.play


class Exchange(_Phase, tag="exchange"):
    """The active player chooses among cards of the Court."""


class Over(_Phase, tag="over"):
    """The match has ended. The seat whose turn it is has won."""


Phase = Turn | Challengeable | Blockable | Naming | Counter | Show | Lose | Return | Exchange | Over

TURN, EXCHANGE, OVER = Turn(), Exchange(), Over()

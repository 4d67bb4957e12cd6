"""Where a turn of Coup stands: one type for each phase, with what is known in that phase alone."""

from __future__ import annotations

from typing import ClassVar

from referee.contract import Frozen
from referee.coup.state.cards import ACTIONS, Action


class Block(Frozen):
    """A seat blocks; `card` is the character that it claims, empty where it names none (yet)."""

    seat: int
    card: str = ""


class Play(Frozen):
    """The action of a turn, against whom, and the block against it."""

    name: str
    target: int | None = None
    block: Block | None = None

    @property
    def action(self) -> Action:
        """The action by the table of the sheet."""
        return ACTIONS[self.name]

    @property
    def claims(self) -> tuple[str, ...]:
        """The claim that stands: one character, or all that would do where none is named."""
        if self.block is None:
            return (self.action.claims,)
        return (self.block.card,) if self.block.card else self.action.blocks

    def claimer(self, turn: int) -> int:
        """Return whose claim stands: the blocker's, or else that of whose `turn` it is."""
        return turn if self.block is None else self.block.seat


class _Phase(Frozen, tag_field="phase"):
    """A phase; its tag is what words call it. Where one is `due`, the table waits for a card.

    What is asked of any phase is a property here. A question of the type is put as ``type(…) is``
    where it is put often and mostly denied: there ``isinstance`` takes five times as long.
    """

    due: ClassVar[bool] = False
    shown = ""  # the card that lies in the middle; no field, and read as fast as one

    def __str__(self) -> str:
        """Return the last part of the keys of its words."""
        return str(self.__struct_config__.tag)

    @property
    def play(self) -> Play | None:
        """The action that it is about; None between turns, and for an exchange."""
        return None

    def acting(self, turn: int) -> int:
        """Return the seat that the table waits for, or whose `turn` it is."""
        return turn


class Turn(_Phase, tag="turn"):
    """An action is to be declared."""


class OfPlay(_Phase):
    """Something is to be said, or shown, about the action of the turn."""

    play: Play


class _OfClaimer(OfPlay):
    """Who claims a character is to say or show something."""

    def acting(self, turn: int) -> int:
        """Return the claimer."""
        return self.play.claimer(turn)


class Window(OfPlay):
    """Others may object; those who have `passed` may no more."""

    passed: tuple[int, ...] = ()


class Challengeable(Window, tag="challenge"):
    """The action's claim may be challenged."""


class Blockable(Window, tag="block"):
    """The action may be blocked."""


class Counter(Window, tag="counter"):
    """The block's claim may be challenged."""


class Naming(_OfClaimer, tag="name"):
    """The blocker is to name the character."""


class Show(_OfClaimer, tag="show"):
    """The challenged player is to show the card, or to concede."""

    due: ClassVar[bool] = True
    challenger: int


class Contest(Frozen, tag="contest"):
    """A challenge that was settled: the claim `held`, or it did not."""

    play: Play
    challenger: int
    held: bool


class Hit(Frozen, tag="hit"):
    """The action itself costs its target an influence: then the turn is over."""

    play: Play


class Leaving(Frozen, tag="leaving"):
    """A player leaves: the rest of their influence, then the turn that was next."""

    @property
    def play(self) -> None:
        """No action is the cause."""


Cause = Contest | Hit | Leaving


class Lose(_Phase, tag="lose"):
    """The `loser` is to turn up a card, because of `cause`; `shown` lies in the middle still."""

    due: ClassVar[bool] = True
    loser: int
    cause: Cause
    shown: str = ""

    @property
    def play(self) -> Play | None:
        """The action that is the cause."""
        return self.cause.play

    def acting(self, turn: int) -> int:
        """Return the loser."""
        del turn
        return self.loser


class Return(_Phase, tag="return"):
    """The `shown` card is to leave the middle; another than claimed, then the `loser` turns one up.

    Where it was the one that was claimed, the loser has done so already: None.
    """

    due: ClassVar[bool] = True
    contest: Contest
    shown: str
    loser: int | None = None

    @property
    def play(self) -> Play:
        """The action whose claim, or the block's, was challenged."""
        return self.contest.play

    def acting(self, turn: int) -> int:
        """Return the claimer."""
        return self.play.claimer(turn)


class Exchange(_Phase, tag="exchange"):
    """The active player chooses among cards of the Court."""


class Over(_Phase, tag="over"):
    """Whose turn it is has won."""


Phase = Turn | Challengeable | Blockable | Naming | Counter | Show | Lose | Return | Exchange | Over

TURN, EXCHANGE, OVER = Turn(), Exchange(), Over()

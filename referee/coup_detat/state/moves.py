"""What can happen in a match of Coup d'État, and how it is refused.

The referee never learns a hand: it hears what is said, and reads what is laid down.
"""

from __future__ import annotations

from typing import Literal

from referee.contract import Cell, Message, Ruling, Value
from referee.kit import MoveBase, Refusals

refuse = Refusals("coup_detat")


def about(
    seat: int, rule: str, key: str, proof: tuple[str, ...] = (), /, **params: Value
) -> Ruling:
    """Return a ruling that concerns one seat, which its message names first."""
    return Ruling(rule, Message(key, {"seat": seat, **params}), (), (seat,), proof)


ContractName = Literal["barbu", "victory", "siege", "prison", "guillotine", "dominoes"]
SuitName = Literal["C", "D", "H", "S"]
Colour = Literal["black", "red"]


class OfSeat(MoveBase):
    """What a seat says."""

    seat: int


class CardDrawn(MoveBase, tag="card_drawn"):
    """A player drew a card for the first Presidency; it lies before them."""

    player: int
    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class CoupShown(MoveBase, tag="coup_shown"):
    """The Coup card lies open: before its holder, who attempts; or in the middle, nobody's yet."""

    cards: tuple[str, ...]
    player: int | None = None
    proof: tuple[str, ...] = ()


class Mine(OfSeat, tag="mine"):
    """A seat says that the Coup card in the middle is theirs, for an attempt."""


class Attempt(OfSeat, tag="attempt"):
    """The holder of the Coup card attempts a coup d'État."""


class Decline(OfSeat, tag="decline"):
    """The holder of the Coup card puts it away and takes the table card."""


class OnTable(OfSeat, tag="on_table"):
    """The President says that the Coup card was the table card."""


class NameContract(OfSeat, tag="name_contract"):
    """The President, or whoever attempts, names the contract."""

    contract: ContractName


class ContractRead(MoveBase, tag="contract_read"):
    """A contract card lies in the middle."""

    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class Answer(OfSeat, tag="answer"):
    """A seat lodges a secret coup or not; nobody else is told which."""

    lodge: bool


class DeclareOnly(OfSeat, tag="declare_only"):
    """Who leads first says that their hand holds nothing but what is barred."""


class CardPlayed(MoveBase, tag="card_played"):
    """A card lies before the player who is due."""

    player: int
    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class NameSuit(OfSeat, tag="name_suit"):
    """Who led the Coup card names the suit to follow."""

    suit: SuitName


class NameColour(OfSeat, tag="name_colour"):
    """Who led the Coup card says at the button of which colour the suit is, then which."""

    colour: Colour


class TableCardTurned(MoveBase, tag="table_card_turned"):
    """The winner of an attempt's first trick turned up the table card beside their own card."""

    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class Cleared(MoveBase, tag="cleared"):
    """What lay open is gone: a trick was gathered, drawn cards went back.

    Of a trick `beside` still lie there: the next lead was laid beside them.
    """

    cards: tuple[str, ...] = ()
    proof: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()


class TakeBack(OfSeat, tag="take_back"):
    """A player who did not follow takes the card back, before anybody leads again."""


class Correct(OfSeat, tag="correct"):
    """A seat has a revoke that shows set right: the deal goes back to the card `at`."""

    at: int


class LetStand(OfSeat, tag="let_stand"):
    """A seat lets the revokes that show stand."""


class CardLaid(MoveBase, tag="card_laid"):
    """A card of Dominoes lies in its place: its suit's row, its rank's column."""

    player: int
    laid: Cell
    proof: tuple[str, ...] = ()


class Pass(OfSeat, tag="pass"):
    """A player of Dominoes lays nothing."""


class Done(OfSeat, tag="done"):
    """A player of Dominoes who might go on after an ace does not."""


class CardLeft(MoveBase, tag="card_left"):
    """A card that a player is left with after an attempt at Dominoes, in its place of the grid."""

    player: int
    laid: Cell
    proof: tuple[str, ...] = ()


class NothingLeft(OfSeat, tag="nothing_left"):
    """Who ran out of cards says that nothing left to the player in question would have fitted."""


class Borrow(OfSeat, tag="borrow"):
    """A player asks an opponent for a loan."""

    lender: int
    amount: int


class Lend(OfSeat, tag="lend"):
    """An opponent lends what is asked for, or of a payment that waits some `amount` of it."""

    amount: int | None = None


class Refuse(OfSeat, tag="refuse"):
    """An opponent does not lend."""


class CardsCorrected(MoveBase, tag="cards_corrected"):
    """What the table says that the card of the trick read last is."""

    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


Move = (
    CardDrawn
    | CoupShown
    | Mine
    | Attempt
    | Decline
    | OnTable
    | NameContract
    | ContractRead
    | Answer
    | DeclareOnly
    | CardPlayed
    | NameSuit
    | NameColour
    | TableCardTurned
    | Cleared
    | TakeBack
    | Correct
    | LetStand
    | CardLaid
    | Pass
    | Done
    | CardLeft
    | NothingLeft
    | Borrow
    | Lend
    | Refuse
    | CardsCorrected
)

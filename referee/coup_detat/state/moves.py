"""What can happen in a match of Coup d'État, and how it is refused.

The referee never learns a hand: it hears what is said, and reads what is laid down.
"""

from __future__ import annotations

from typing import Literal

from referee.contract import Cell
from referee.kit import MoveBase, Refusals

refuse = Refusals("coup_detat")

ContractName = Literal["barbu", "victory", "siege", "prison", "guillotine", "dominoes"]
SuitName = Literal["C", "D", "H", "S"]
Colour = Literal["black", "red"]


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


class Mine(MoveBase, tag="mine"):
    """A seat says that the Coup card in the middle is theirs, for an attempt."""

    seat: int


class Attempt(MoveBase, tag="attempt"):
    """The holder of the Coup card attempts a coup d'État."""

    seat: int


class Decline(MoveBase, tag="decline"):
    """The holder of the Coup card puts it away and takes the table card."""

    seat: int


class OnTable(MoveBase, tag="on_table"):
    """The President says that the Coup card was the table card."""

    seat: int


class NameContract(MoveBase, tag="name_contract"):
    """The President, or whoever attempts, names the contract."""

    seat: int
    contract: ContractName


class ContractRead(MoveBase, tag="contract_read"):
    """A contract card lies in the middle."""

    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class Answer(MoveBase, tag="answer"):
    """A seat lodges a secret coup or not; nobody else is told which."""

    seat: int
    lodge: bool


class DeclareOnly(MoveBase, tag="declare_only"):
    """Who leads first says that their hand holds nothing but what is barred."""

    seat: int


class CardPlayed(MoveBase, tag="card_played"):
    """A card lies before the player who is due."""

    player: int
    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class NameSuit(MoveBase, tag="name_suit"):
    """Who led the Coup card names the suit to follow."""

    seat: int
    suit: SuitName


class NameColour(MoveBase, tag="name_colour"):
    """Who led the Coup card says at the button of which colour the suit is, then which."""

    seat: int
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


class TakeBack(MoveBase, tag="take_back"):
    """A player who did not follow takes the card back, before anybody leads again."""

    seat: int


class Correct(MoveBase, tag="correct"):
    """A seat has a revoke that shows set right: the deal goes back to the card `at`."""

    seat: int
    at: int


class LetStand(MoveBase, tag="let_stand"):
    """A seat lets the revokes that show stand."""

    seat: int


class CardLaid(MoveBase, tag="card_laid"):
    """A card of Dominoes lies in its place: its suit's row, its rank's column."""

    player: int
    laid: Cell
    proof: tuple[str, ...] = ()


class Pass(MoveBase, tag="pass"):
    """A player of Dominoes lays nothing."""

    seat: int


class Done(MoveBase, tag="done"):
    """A player of Dominoes who might go on after an ace does not."""

    seat: int


class CardLeft(MoveBase, tag="card_left"):
    """A card that a player is left with after an attempt at Dominoes, in its place of the grid."""

    player: int
    laid: Cell
    proof: tuple[str, ...] = ()


class NothingLeft(MoveBase, tag="nothing_left"):
    """Who ran out of cards says that nothing left to the player in question would have fitted."""

    seat: int


class Borrow(MoveBase, tag="borrow"):
    """A player asks an opponent for a loan."""

    seat: int
    lender: int
    amount: int


class Lend(MoveBase, tag="lend"):
    """An opponent lends what is asked for, or of a payment that waits some `amount` of it."""

    seat: int
    amount: int | None = None


class Refuse(MoveBase, tag="refuse"):
    """An opponent does not lend."""

    seat: int


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

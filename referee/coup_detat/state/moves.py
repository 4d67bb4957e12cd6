"""The moves of Coup d'État, how they are offered, and the refusals of illegal ones.

The rules never know a hand. They know only the players' declarations and face-up cards.
"""

from __future__ import annotations

from typing import Literal

from referee.contract import Cell, OfferMaker
from referee.kit import MoveBase, PlayerMove, PlayerReading, Reading, Refusals, SeatMove

refuse, offer = Refusals("coup_detat"), OfferMaker("coup_detat")


ContractName = Literal["barbu", "victory", "siege", "prison", "guillotine", "dominoes"]
SuitName = Literal["C", "D", "H", "S"]
Colour = Literal["black", "red"]


class CardDrawn(PlayerReading, tag="card_drawn"):
    """A player drew a card that decides the first President. It lies in front of them."""


class CoupShown(MoveBase, tag="coup_shown"):
    """The Coup card lies face up.

    If it lies in front of `player`, that player attempts a coup. If `player` is None, it lies in
    the middle, and its holder has not claimed it yet.
    """

    cards: tuple[str, ...]
    player: int | None = None
    proof: tuple[str, ...] = ()


class Mine(SeatMove, tag="mine"):
    """A seat claims the Coup card in the middle, and so attempts a coup."""


class Attempt(SeatMove, tag="attempt"):
    """The holder of the Coup card attempts a coup d'État."""


class Decline(SeatMove, tag="decline"):
    """The holder of the Coup card puts it away and takes the table card."""


class OnTable(SeatMove, tag="on_table"):
    """The President says that the Coup card was the table card, so the cards are dealt again."""


class NameContract(SeatMove, tag="name_contract"):
    """The President, or the player who attempts a coup, names the contract."""

    contract: ContractName


class ContractRead(Reading, tag="contract_read"):
    """A player names the contract by laying its card in the middle."""


class Answer(SeatMove, tag="answer"):
    """A seat says in secret whether it lodges a secret coup."""

    lodge: bool


class DeclareOnly(SeatMove, tag="declare_only"):
    """The player who leads first declares that their hand holds only barred suits."""


class CardPlayed(PlayerReading, tag="card_played"):
    """The player to move played a card."""


class NameSuit(SeatMove, tag="name_suit"):
    """The player who led the Coup card names the suit to follow."""

    suit: SuitName


class NameColour(SeatMove, tag="name_colour"):
    """The player who led the Coup card chooses a colour with the button, and the suit next."""

    colour: Colour


class TableCardTurned(Reading, tag="table_card_turned"):
    """The winner of an attempt's first trick turned up the table card next to their own card."""


class Cleared(MoveBase, tag="cleared"):
    """The face-up cards are gone: the winner gathered a trick, or players returned their drawn
    cards.

    `beside` lists cards of the trick that still lie next to the following lead.
    """

    cards: tuple[str, ...] = ()
    proof: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()


class TakeBack(SeatMove, tag="take_back"):
    """A player who did not follow suit takes the card back before the next lead."""


class Correct(SeatMove, tag="correct"):
    """A seat demands that a revoke be corrected. The deal goes back to trick or turn `at`."""

    at: int


class LetStand(SeatMove, tag="let_stand"):
    """A seat lets the revokes that were shown stand."""


class CardLaid(PlayerMove, tag="card_laid"):
    """A player laid a card in its cell of the Dominoes grid: its suit's row, its rank's column."""

    laid: Cell
    proof: tuple[str, ...] = ()


class Pass(SeatMove, tag="pass"):
    """A player of Dominoes passes."""


class Done(SeatMove, tag="done"):
    """A player of Dominoes stops, although an ace gives them another turn."""


class CardLeft(PlayerMove, tag="card_left"):
    """A player turned up a card after an attempt at Dominoes and laid it in its cell."""

    laid: Cell
    proof: tuple[str, ...] = ()


class NothingLeft(SeatMove, tag="nothing_left"):
    """The player who ran out of cards says that the suspect held no card that fitted."""


class Borrow(SeatMove, tag="borrow"):
    """A player asks an opponent for a loan."""

    lender: int
    amount: int


class Lend(SeatMove, tag="lend"):
    """An opponent lends the amount, or only `amount` of it if the loan is for a waiting payment."""

    amount: int | None = None


class Refuse(SeatMove, tag="refuse"):
    """An opponent refuses to lend."""


class CardsCorrected(Reading, tag="cards_corrected"):
    """The table says which card the last card read in this trick really is."""


class EndDeal(MoveBase, tag="end_deal"):
    """The rest of the deal changes no payment, so that it ends here.

    A `seat` proposes it to everybody. Without one, the host decides it.
    """

    seat: int | None = None


class ClaimRest(SeatMove, tag="claim_rest"):
    """A player claims all the remaining tricks, and nobody objects."""


_Opening = CardDrawn | CoupShown | Mine | Attempt | Decline | OnTable | NameContract | ContractRead
_InTricks = CardPlayed | DeclareOnly | NameSuit | NameColour | TableCardTurned | Cleared | Answer
_Revokes = TakeBack | Correct | LetStand | CardsCorrected
_Dominoes = CardLaid | Pass | Done | CardLeft | NothingLeft
_Loans = Borrow | Lend | Refuse
Move = _Opening | _InTricks | _Revokes | _Dominoes | _Loans | EndDeal | ClaimRest

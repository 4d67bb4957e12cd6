"""The offers during a deal: those of tricks and those of Dominoes."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from referee.contract import (
    AskCards,
    AskChoice,
    AskPlace,
    By,
    Choice,
    Message,
    Offer,
    Press,
    Value,
)
from referee.coup_detat.state import phases
from referee.coup_detat.state.cards import COLOUR_WORDS, COLOURS, SUIT_WORDS, one_of_each
from referee.coup_detat.state.deals import Rows, Tricks
from referee.coup_detat.state.rows import grid_cell, grid_position
from referee.coup_detat.state.state import GRID, SEATS, State, seat_zone
from referee.coup_detat.view.rest_offers import unplayed_offers
from referee.kit import GRACE_S
from referee.table import Zone

_CORRECTED = Message("coup_detat.offer.cards_corrected")
_CLEARED = Message("coup_detat.offer.cleared")


# -- tricks -------------------------------------------------------------------------------------


def play_offers(state: State, phase: phases.Playing) -> tuple[Offer, ...]:
    """Offer the player to move a card to play, and the declarations that the trick allows."""
    deal = phase.deal
    more = _trick_offers(deal, True)
    if deal.is_opening_lead and deal.may_declare:
        label = Message("coup_detat.offer.declare_only", {"word": deal.terms.word})
        more = (Offer("declare_only", label, deal.trick.leader, press=Press.LONG), *more)
    if deal.waits_for_answers:
        return more
    due = deal.trick.next_player
    ask = AskCards("cards", str(seat_zone(due)), 1, 1, one_of_each(deal.playable_cards))
    label, given = _card_label(due)
    plays = Offer("card_played", label, None, given, (ask,), by=By.CAMERA)
    return (plays, *more, *unplayed_offers(state))


@lru_cache
def _take_back_label(card: str) -> Message:
    return Message("coup_detat.offer.take_back", {"card": card})


@lru_cache
def _card_label(seat: int) -> tuple[Message, dict[str, int | str]]:
    """Return the label and the fixed fields of the offer to play a card from this seat."""
    return Message("coup_detat.offer.card_played", {"seat": seat}), {"player": seat}


def _trick_offers(deal: Tricks, may_take_back: bool) -> tuple[Offer, ...]:
    """Offer to answer about a secret coup, to take a card back, and to correct a misread card."""
    waits = deal.unanswered_seats
    more = tuple([one for seat in waits for one in _answer_offers(seat)]) if waits else ()
    for seat in deal.take_back_seats if deal.fails and may_take_back else ():
        card = deal.all_tricks[deal.newest_trick_number].card_of(seat)
        press = None if seat in waits else Press.SHORT
        more = (*more, Offer("take_back", _take_back_label(card), seat, press=press))
    return (*more, *_correction_offers(deal))


def _correction_offers(deal: Tricks) -> tuple[Offer, ...]:
    """Offer to correct the last card read, even if it seems to show a revoke."""
    if not deal.may_be_corrected:
        return ()
    before = deal.before_last_card
    where = seat_zone(before.trick.next_player)
    ask = AskCards("cards", str(where), 1, 1, one_of_each(before.playable_cards))
    return (Offer("cards_corrected", _CORRECTED, ask=(ask,), by=By.HOST),)


@lru_cache
def _answer_offers(seat: int) -> tuple[Offer, ...]:
    """Offer to lodge a secret coup with a long press, or to lodge none with a short one (CE-61)."""
    lodge, no = Message("coup_detat.offer.lodge"), Message("coup_detat.offer.no")
    return (
        Offer(
            "answer",
            lodge,
            seat,
            {"lodge": True},
            press=Press.LONG,
            secret=True,
            effect=Message("coup_detat.effect.lodge"),
        ),
        Offer("answer", no, seat, {"lodge": False}, press=Press.SHORT, secret=True),
    )


def suit_offers(_state: State, phase: phases.NamingSuit) -> tuple[Offer, ...]:
    """Offer the suits to follow, by name or by presses (CE-24)."""
    deal = phase.deal
    choices = tuple(Choice(suit, Message(SUIT_WORDS[suit])) for suit in deal.nameable_suits)
    label, leader = Message("coup_detat.offer.name_suit"), deal.trick.leader
    named = Offer("name_suit", label, leader, ask=(AskChoice("suit", choices),))
    return (
        named,
        *_suit_press_offers(leader, phase.colour, deal.nameable_suits),
        *_trick_offers(deal, False),
    )


@lru_cache
def _suit_press_offers(leader: int, colour: str, may: tuple[str, ...]) -> tuple[Offer, ...]:
    """Offer a suit by presses: the leader chooses the colour first, then the suit (CE-24).

    A short press chooses the first of the two: black, clubs or diamonds.
    """
    said = []
    for one, two in COLOURS.items():
        suits = [suit for suit in two if suit in may and colour in ("", one)]
        if len(suits) == 2 and not colour:
            label = Message(COLOUR_WORDS[one])
            said.append(Offer("name_colour", label, leader, {"colour": one}, aside=True))
            continue
        for suit in suits:
            label = Message(SUIT_WORDS[suit])
            said.append(Offer("name_suit", label, leader, {"suit": suit}, aside=True))
    presses = (Press.SHORT, Press.LONG)
    return tuple(replace(one, press=press) for one, press in zip(said, presses, strict=True))


def table_card_offers(_state: State, phase: phases.TurningUp) -> tuple[Offer, ...]:
    """Offer to turn up the table card next to the card that took the trick (CE-25)."""
    deal, winner = phase.deal, phase.deal.trick.winner
    own = deal.trick.card_of(winner)
    ask = AskCards("cards", str(seat_zone(winner)), 2, 2, one_of_each((*deal.unseen, own)), (own,))
    label = Message("coup_detat.offer.table_card_turned")
    turned = Offer("table_card_turned", label, ask=(ask,), by=By.CAMERA)
    return (turned, *_trick_offers(deal, False))


def gather_offers(state: State, phase: phases.Gathering) -> tuple[Offer, ...]:
    """Offer to gather the trick, and what a full trick still allows."""
    return (_clear_offer(SEATS), *_trick_offers(phase.deal, True), *unplayed_offers(state))


def clear_offers(
    _state: State, phase: phases.ClearingDraw | phases.PuttingBack
) -> tuple[Offer, ...]:
    """Offer to take the drawn cards away, or the Coup card that was shown."""
    return (_clear_offer(phase.lies if isinstance(phase, phases.PuttingBack) else SEATS),)


@lru_cache
def _clear_offer(zone: Zone) -> Offer:
    ask = AskCards("cards", str(zone), 0, 0, {})
    return Offer("cleared", _CLEARED, ask=(ask,), by=By.CAMERA)


def revoke_offers(state: State, phase: phases.DecidingRevokes) -> tuple[Offer, ...]:
    """Let each opponent correct a revoke (short press) or let it stand (long press) (CE-26)."""
    stands, deal = Message("coup_detat.offer.let_stand"), phase.deal
    found = []
    for seat in state.opponents(phase.seat):
        for number, revoke in enumerate(phase.first_revokes):
            label = Message("coup_detat.offer.correct", {"number": revoke.at + 1})
            if isinstance(deal, Rows):
                label = Message("coup_detat.offer.correct_turn", {"number": revoke.at + 1})
            press = None if number else Press.SHORT
            given: dict[str, int | str] = {"at": revoke.at}
            found.append(Offer("correct", label, seat, given, press=press, after_s=GRACE_S))
        found.append(Offer("let_stand", stands, seat, press=Press.LONG, after_s=GRACE_S))
    return (*found, *(_correction_offers(deal) if isinstance(deal, Tricks) else ()))


# -- Dominoes -----------------------------------------------------------------------------------


def domino_offers(state: State, phase: phases.Laying) -> tuple[Offer, ...]:
    """Offer to lay a card in its cell, to pass (CE-51), and to stop after an ace (CE-52)."""
    rows = phase.deal
    seat, label = rows.turn, Message("coup_detat.offer.card_laid")
    ask = _grid_question(rows, rows.fitting_cards)
    lays = Offer("card_laid", label, None, {"player": seat}, (ask,), by=By.CAMERA)
    if rows.run:
        done = Offer("done", Message("coup_detat.offer.done"), seat, press=Press.LONG)
        return (lays, done, *unplayed_offers(state))
    if not rows.may_pass:
        return (lays,)
    passes = Offer("pass", Message("coup_detat.offer.pass"), seat, press=Press.LONG)
    return (lays, passes, *unplayed_offers(state))


def _grid_question(rows: Rows, cards: tuple[str, ...]) -> AskPlace:
    """Return the question which of `cards` a player laid. Each has its own cell of the grid."""
    return AskPlace(
        "laid",
        str(GRID),
        tuple(grid_cell(turn.card) for turn in rows.open_turns),
        _grid_positions(cards),
    )


@lru_cache(maxsize=256)
def _grid_positions(cards: tuple[str, ...]) -> dict[str, tuple[tuple[int, int], ...]]:
    return {card: (grid_position(card),) for card in cards}


def left_offers(_state: State, phase: phases.TurningUpRest) -> tuple[Offer, ...]:
    """Offer to lay a card from the suspect's hand, or to say that none of them fitted (CE-51)."""
    rows, seat = phase.deal, phase.seat
    params: dict[str, Value] = {"seat": seat}
    ask, label = _grid_question(rows, phase.cards), Message("coup_detat.offer.card_left", params)
    card = Offer("card_left", label, None, {"player": seat}, (ask,), by=By.CAMERA)
    no = Message("coup_detat.offer.nothing_left", params)
    return (card, Offer("nothing_left", no, rows.turn, press=Press.LONG))

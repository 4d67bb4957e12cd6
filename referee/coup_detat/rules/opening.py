"""How a deal begins: the drawn President, the Coup card, the contract, secret coups."""

from __future__ import annotations

from typing import NoReturn

from msgspec.structs import replace

from referee.contract import Message, Ruling
from referee.coup_detat.state import moves
from referee.coup_detat.state.cards import COUP, PACK, pack, strength
from referee.coup_detat.state.contracts import CONTRACTS
from referee.coup_detat.state.moves import refuse
from referee.coup_detat.state.rows import Rows
from referee.coup_detat.state.state import (
    MIDDLE,
    SEATS,
    Phase,
    State,
    answering,
    contracts_left,
    namer,
    new_play,
    seats_of,
    zone,
)
from referee.kit import Played, replaced
from referee.table import Zone


def must_sit(state: State, seat: int) -> None:
    """Refuse a seat that nobody has; raises `IllegalMove`."""
    if seat not in seats_of(state):
        refuse("CE-1", "no_such_seat", number=seat)


def one_of(cards: tuple[str, ...]) -> str:
    """Return the one card that was read; raises `IllegalMove` for another number."""
    if len(cards) != 1:
        refuse("CE-27", "one_card", given=len(cards))
    return cards[0]


def cleared_first(state: State, lies: Zone, then: Phase) -> State:
    """Return the state that waits until nothing lies in a zone, and goes on at `then`."""
    return replace(state, phase=Phase.CLEAR, lies=lies, then=then, window=state.window + 1)


# -- the first President ----------------------------------------------------------------------


def may_draw(state: State) -> tuple[str, ...]:
    """Return the cards that may still be drawn: no Coup card, and none that lies there."""
    return tuple(card for card in pack(state.setup.seats) if card not in state.drawn)


def drawing(state: State) -> tuple[int, ...]:
    """Return who draws a card still."""
    return tuple(seat for seat in state.drawing if not state.drawn[seat])


def card_drawn(state: State, move: moves.CardDrawn) -> Played[State]:
    """Take a drawn card; when all have one the highest is President, equals draw again (CE-3)."""
    seat, card = move.player, one_of(move.cards)
    must_sit(state, seat)
    if seat not in drawing(state):
        refuse("CE-3", "no_draw", seat=seat)
    if card not in may_draw(state):
        _refuse_drawn(state, card)
    drawn = replaced(state.drawn, seat, card)
    said = [
        Ruling("CE-3", Message("coup_detat.drew", {"seat": seat, "card": card}), proof=move.proof)
    ]
    after = replace(state, drawn=drawn)
    if drawing(after):
        return after, tuple(said)
    best = max(strength(drawn[one]) for one in state.drawing)
    highest = tuple(one for one in state.drawing if strength(drawn[one]) == best)
    if len(highest) > 1:
        said.append(
            Ruling("CE-3", Message("coup_detat.draw_again", {"seats": highest}), (), highest)
        )
        after = replace(after, drawing=highest)
        return cleared_first(after, SEATS, Phase.DRAW), tuple(said)
    first = highest[0]
    said.append(Ruling("CE-3", Message("coup_detat.president", {"seat": first}), (), highest))
    after = replace(after, president=first, opener=first, drawing=())
    return cleared_first(after, SEATS, Phase.COUP), tuple(said)


def _refuse_drawn(state: State, card: str) -> NoReturn:
    """Say why a card cannot be drawn: it lies there already, or is not in the pack."""
    if card in state.drawn:
        refuse("CE-3", "drawn_by", card=card, seat=state.drawn.index(card))
    if card in PACK:
        refuse("CE-1", "taken_out_low", card=card)
    refuse("CE-3", "cannot_be_drawn", card=card)


# -- the Coup card ------------------------------------------------------------------------------


def coup_shown(state: State, move: moves.CoupShown) -> Played[State]:
    """Take the Coup card that lies open for an attempt: by its zone, or by who says so."""
    if one_of(move.cards) != COUP:
        refuse("CE-10", "not_the_coup_card", card=move.cards[0])
    if move.player is None:
        said = Ruling("CE-10", Message("coup_detat.whose"), proof=move.proof)
        after = replace(state, phase=Phase.CLAIM, dominoes=(), window=state.window + 1)
        return after, (said,)
    must_sit(state, move.player)
    return _attempted(state, move.player, zone(move.player), move.proof)


def mine(state: State, move: moves.Mine) -> Played[State]:
    """Take a seat's word that the Coup card in the middle is theirs."""
    must_sit(state, move.seat)
    return _attempted(state, move.seat, MIDDLE)


def attempt(state: State, move: moves.Attempt) -> Played[State]:
    """Let the holder attempt a coup d'État (CE-11)."""
    must_sit(state, move.seat)
    return _attempted(state, move.seat, None)


def _attempted(
    state: State, seat: int, lies: Zone | None, proof: tuple[str, ...] = ()
) -> Played[State]:
    said = Ruling("CE-11", Message("coup_detat.attempts", {"seat": seat}), (), (seat,), proof)
    after = replace(state, attempter=seat, phase=Phase.NAME, dominoes=(), window=state.window + 1)
    return (cleared_first(after, lies, Phase.NAME) if lies else after), (said,)


def decline(state: State, move: moves.Decline) -> Played[State]:
    """Let the holder put the Coup card away; the President names a contract (CE-11, CE-12)."""
    must_sit(state, move.seat)
    said = Message("coup_detat.declines", {"seat": move.seat, "president_seat": state.president})
    after = replace(
        state, decliner=move.seat, phase=Phase.NAME, dominoes=(), window=state.window + 1
    )
    return after, (Ruling("CE-11", said, (), (move.seat,)),)


def on_table(state: State, move: moves.OnTable) -> Played[State]:
    """Have the cards dealt again: the Coup card was the table card (CE-10)."""
    must_preside(state, move.seat)
    said = Ruling("CE-10", Message("coup_detat.deal_again", {"seat": move.seat}), (), (move.seat,))
    deals, window = state.deals + 1, state.window + 1
    after = replace(state, phase=Phase.COUP, deals=deals, dominoes=(), window=window)
    claimed = state.phase is Phase.CLAIM
    return (cleared_first(after, MIDDLE, Phase.COUP) if claimed else after), (said,)


def must_preside(state: State, seat: int) -> None:
    """Refuse anybody but the President; raises `IllegalMove`."""
    if seat != state.president:
        refuse("CE-10", "not_president", president_seat=state.president)


# -- the contract ---------------------------------------------------------------------------------


def name_contract(state: State, move: moves.NameContract) -> Played[State]:
    """Take the contract that is named (CE-11, CE-12)."""
    if move.seat != namer(state):
        refuse("CE-12", "not_yours_to_name", seat=namer(state))
    named, said = _named(state, move.contract, ())
    return replace(named, marker=state.marker if state.marker == move.contract else ""), said


def contract_read(state: State, move: moves.ContractRead) -> Played[State]:
    """Take the contract whose card lies in the middle."""
    name = one_of(move.cards)
    named, said = _named(state, name, move.proof)
    return replace(named, marker=name), said


def _named(state: State, name: str, proof: tuple[str, ...]) -> Played[State]:
    if name not in contracts_left(state):
        _refuse_contract(state, name)
    seat, contract = namer(state), CONTRACTS[name]
    tries = state.attempter is not None
    key = "coup_detat.named_attempt" if tries else "coup_detat.named"
    rule = "CE-11" if tries else "CE-12"
    params = {"seat": seat, "word": contract.word}
    said = [Ruling(rule, Message(key, params), (), (seat,), proof)]  # type: ignore[arg-type]
    after = replace(
        state, contract=name, played=(*state.played, name), window=state.window + 1, won=None
    )
    if contract.last:
        if tries:
            swap = Message("coup_detat.swaps", {"seat": seat})
            said.append(Ruling("CE-53", swap, (), (seat,)))
        rows = Rows.begun(seat, state.setup.seats)
        return replace(after, phase=Phase.ROWS, rows=rows), tuple(said)
    if state.setup.secret and contract.secret and not tries:
        after = replace(after, answers=(None,) * state.setup.seats)
        asked = tuple(one for one in seats_of(state) if one != state.president)
        said.append(Ruling("CE-61", Message("coup_detat.asks_all", {"seats": asked}), (), asked))
    return replace(after, phase=Phase.PLAY, play=new_play(after)), tuple(said)


def _refuse_contract(state: State, name: str) -> NoReturn:
    """Say why a contract cannot be named; raises `IllegalMove`."""
    if name not in CONTRACTS:
        refuse("CE-12", "no_contract", card=name)
    if name not in state.setup.contracts:
        refuse("CE-6", "taken_out", card=name)
    refuse("CE-13", "played_before", card=name)


def answer(state: State, move: moves.Answer) -> Played[State]:
    """Take a seat's answer, which nobody else is told, before the first trick is over (CE-61)."""
    seat = move.seat
    if seat not in answering(state):
        refuse("CE-61", "not_asked", number=seat + 1)
    which = "coup_detat.lodged" if move.lodge else "coup_detat.not_lodged"
    answered = Message("coup_detat.answered", {"seat": seat})
    return replace(state, answers=replaced(state.answers, seat, move.lodge)), (
        Ruling("CE-61", answered, (), (seat,)),
        Ruling("CE-61", Message(which), only=seat),
    )

"""A turn: a card is drawn and laid, or discarded; what lies on the hunting grounds (OG-1 … 4)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Message, Ruling
from referee.kit import Played, Rulings, replaced
from referee.ogallala import moves
from referee.ogallala.cards import ARCHER, COUNTS, LASSO, MAD_AXE, figure
from referee.ogallala.ending import settle
from referee.ogallala.laying import laid
from referee.ogallala.moves import refuse
from referee.ogallala.specials import archer, axe, lasso
from referee.ogallala.state import Drawn, Event, Phase, State, What, own, piled, top
from referee.ogallala.territory import Territory, canoe_at

_LAID = {
    "pile": "ogallala.laid.pile",
    "grounds": "ogallala.laid.grounds",
    "lasso": "ogallala.laid.lasso",
    "spoils": "ogallala.laid.spoils",
}


def must_be(state: State, *phases: Phase) -> None:
    """Refuse a move that does not come now (OG-2)."""
    if state.phase not in phases:
        refuse("OG-2", "not_now", word=f"ogallala.phase.{state.phase.value}")


def must_be_turn(state: State, player: int) -> None:
    """Refuse a move of anybody but whose turn it is (OG-5)."""
    if player != state.turn:
        refuse("OG-5", "not_your_turn", number=player + 1, turn_seat=state.turn)


# -- cards laid ---------------------------------------------------------------------------------


def place(state: State, move: moves.Place) -> Played[State]:
    """Take the card that was laid in a territory."""
    must_be_turn(state, move.player)
    match move.source:
        case "pile":
            return _from_pile(state, move)
        case "grounds":
            return _from_grounds(state, move)
        case "lasso":
            must_be(state, Phase.SET)
        case "spoils":
            must_be(state, Phase.SPOILS)
    card = move.laid.card
    if card not in state.held:
        refuse("OG-31" if move.source == "spoils" else "OG-20", "not_in_hand", card=card)
    held = list(state.held)
    held.remove(card)
    rule = "OG-31" if move.source == "spoils" else "OG-20"
    after, rulings = _laid(state, move, rule)
    return settle(replace(after, held=tuple(held)), rulings)


def _from_pile(state: State, move: moves.Place) -> Played[State]:
    must_be(state, Phase.DRAW)
    card = move.laid.card
    stock = _drawn(state, card)
    after, rulings = _laid(state, move, "OG-2")
    return _effect(state, replace(after, stock=stock), move, rulings)


def _from_grounds(state: State, move: moves.Place) -> Played[State]:
    must_be(state, Phase.DRAW)
    _must_have_top(state)
    if move.laid.card != top(state):
        refuse("OG-1", "not_on_top", card=move.laid.card, top_card=top(state))
    after, rulings = _laid(state, move, "OG-1")
    return _effect(state, replace(after, grounds=uncovered(state)), move, rulings)


def _drawn(state: State, card: str) -> dict[str, int]:
    """Return the piles without a card that was drawn; raises `IllegalMove` where none is left."""
    if card not in COUNTS:
        refuse("OG-1", "no_such_card", given=card)
    if card not in state.stock:
        refuse("OG-1", "none_left", card=card)
    stock = dict(state.stock)
    stock[card] -= 1
    if not stock[card]:
        del stock[card]
    return stock


def _must_have_top(state: State) -> None:
    if state.setup.amigo:
        refuse("OG-1", "piles_only")
    if not top(state):
        refuse("OG-1", "grounds_empty")


def uncovered(state: State) -> tuple[tuple[str, ...], ...]:
    """Return the hunting grounds without their top, which is known."""
    below = state.grounds[:-1]
    return (*below[:-1], *piled(below[-1])) if below else ()


def _laid(state: State, move: moves.Place, rule: str) -> Played[State]:
    """Lay a card; tell whether a canoe was completed by it (OG-17)."""
    cell, seat = move.laid, state.turn
    territory = laid(own(state), cell, move.side, state.setup.tribes)
    key = "ogallala.pushed" if move.side else _LAID[move.source]
    said = Message(key, {"seat": seat, "card": cell.card})
    rulings: Rulings = (Ruling("OG-16" if move.side else rule, said, (), (seat,), move.proof),)
    canoe = canoe_at(territory, cell.row, cell.column)
    assert canoe is not None
    done, finished = state.done, state.finished
    if canoe.complete:
        done, finished = (*done, (cell.row, canoe.left)), True
        params = {"seat": seat, "count": len(canoe.cards), "strength": canoe.strength}
        full = Message("ogallala.completed", params)  # type: ignore[arg-type]
        rulings = (*rulings, Ruling("OG-17", full, (), (seat,)))
    after = replace(
        state,
        territories=replaced(state.territories, seat, territory),
        done=done,
        finished=finished,
        last=Event(What.PLACED, seat, (cell.card,), cell=cell),
    )
    return after, rulings


def _effect(before: State, state: State, move: moves.Place, rulings: Rulings) -> Played[State]:
    """Carry a drawn card out once it lies: it ends the turn, or not (OG-3, OG-4)."""
    card, seat = move.laid.card, state.turn
    shown = figure(card)
    state = replace(state, latest=drew(before, card, own(state)))
    why = ""
    if shown in (LASSO, ARCHER):
        why = "ogallala.ends.special"
    elif state.finished:
        why = "ogallala.ends.canoe"
    elif own(before).has(card):
        why = "ogallala.ends.alike"
    if why:
        said = Message(why, {"seat": seat, "card": card})
        rulings = (*rulings, Ruling("OG-3", said, (), (seat,)))
        state = replace(state, ending=True)
    if shown == LASSO:
        return lasso(state, rulings)
    if shown == ARCHER:
        return archer(state, rulings)
    return settle(state, rulings)


# -- cards discarded ----------------------------------------------------------------------------


def discard(state: State, move: moves.Discard) -> Played[State]:
    """Take a card from a pile that was laid on the hunting grounds; it ends the turn (OG-3)."""
    must_be(state, Phase.DRAW)
    must_be_turn(state, move.player)
    if len(move.cards) != 1:
        refuse("OG-2", "one_card", count=len(move.cards))
    (card,) = move.cards
    state = replace(state, stock=_drawn(state, card))
    if card == MAD_AXE:
        return axe(state, move.proof)
    return _discarded(state, card, move.proof)


def lay_back(state: State, move: moves.LayBack) -> Played[State]:
    """Draw the top of the hunting grounds and discard it again: it ends the turn (OG-3)."""
    must_be(state, Phase.DRAW)
    must_be_turn(state, move.seat)
    _must_have_top(state)
    card, below = top(state), state.grounds[:-1]
    state = replace(state, grounds=below)
    return axe(state, ()) if card == MAD_AXE else _discarded(state, card, ())


def drew(state: State, card: str, after: Territory) -> tuple[tuple[Drawn, ...], ...]:
    """Return what each seat drew in its last turn, with one more card of whose turn it is."""
    mine = (*state.latest[state.turn], Drawn(card, own(state), after))
    return replaced(state.latest, state.turn, mine)


def _discarded(state: State, card: str, proof: tuple[str, ...]) -> Played[State]:
    """Lay a card on the hunting grounds; a lasso or an archer does nothing then (OG-24)."""
    seat = state.turn
    lapses = figure(card) in (LASSO, ARCHER)
    key, rule = ("ogallala.unused", "OG-24") if lapses else ("ogallala.discarded", "OG-3")
    said = Ruling(rule, Message(key, {"seat": seat, "card": card}), (), (seat,), proof)
    last = Event(What.DISCARDED, seat, (card,))
    state = replace(
        state,
        grounds=(*state.grounds, (card,)),
        ending=True,
        last=last,
        latest=drew(state, card, own(state)),
    )
    return settle(state, (said,))


def top_read(state: State, move: moves.TopRead) -> Played[State]:
    """Take which card lies on top of the hunting grounds."""
    must_be(state, Phase.TOP)
    layer = list(state.grounds[-1])
    if len(move.cards) != 1 or move.cards[0] not in layer:
        refuse("OG-31", "not_among", cards=tuple(dict.fromkeys(layer)))
    (card,) = move.cards
    layer.remove(card)
    grounds = (*state.grounds[:-1], *piled(layer), (card,))
    said = Message("ogallala.top", {"card": card})
    return settle(replace(state, grounds=grounds), (Ruling("OG-31", said, (), (), move.proof),))

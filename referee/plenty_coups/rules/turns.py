"""How a turn opens, goes on and ends: raids come home, the round, winter (PC-3, PC-12, PC-50)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Message, Ruling, Value
from referee.kit import Played, Rulings, replaced
from referee.plenty_coups.rules.ending import counted
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import STICK
from referee.plenty_coups.state.hands import discarded, drawn, there_are
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.places import HERDS, RAIDS
from referee.plenty_coups.state.state import (
    HAND,
    LAST,
    MARKET_SIZE,
    SUMMER,
    Event,
    Phase,
    Proposal,
    Raid,
    State,
    What,
    acting,
    ally,
    order,
    player,
    summer,
    takes,
)
from referee.table import Card, Lies, Zone

ACTIONS = 2  # of a summer turn


def must_be_player(state: State, seat: int) -> None:
    """Refuse a move of anybody but who plays the tribe that is to move (PC-1, PC-53)."""
    tribe = acting(state)
    if seat != player(state, tribe):
        refuse("PC-1", "not_your_turn", number=seat + 1, tribe_seat=tribe)


def must_be(state: State, phase: Phase) -> None:
    """Refuse a move that does not come now (PC-5)."""
    if state.phase is not phase:
        refuse("PC-5", "not_now", word=f"plenty_coups.phase.{state.phase.value}")


def must_act(state: State, seat: int) -> None:
    """Refuse an action of another, that does not come now, or for which none is left (PC-5)."""
    must_be_player(state, seat)
    must_be(state, Phase.ACT)
    if not state.left:
        refuse("PC-5", "no_action_left", tribe_seat=state.turn)


def said(key: str, rule: str, state: State, proof: tuple[str, ...] = (), **params: Value) -> Ruling:
    """Return a ruling about whose turn it is."""
    about: dict[str, Value] = {"tribe_seat": state.turn, **params}
    return Ruling(rule, Message(key, about), (), (player(state, state.turn),), proof)


def leaves(state: State, tribe: int, zone: Zone, *cards: str) -> State:
    """Return the state in which cards of a tribe are used up and to leave a zone."""
    seat = player(state, tribe)
    gone = (Card(card, zone, lies=Lies.GOES, seat=seat) for card in cards)
    return replace(state, away=(*state.away, *gone))


# -- the turn opens ------------------------------------------------------------------------------


def opens(state: State, rulings: Rulings) -> Played[State]:
    """Open the turn of a tribe: what stood until now goes, then it takes cards."""
    if state.proposals:  # for a round (PC-30)
        stood = tuple(one for one in state.proposals if one.tribe == state.turn)
        state, rulings = ended(state, stood, "plenty_coups.proposal.lapses", rulings)
    stick = state.sticks[state.turn]
    if stick is not None:
        state, rulings = _stands_up(state, stick, rulings)
    many = min(takes(state.round), len(state.market))
    if many:
        return replace(state, phase=Phase.TAKE, left=many), rulings
    if owes(state):  # a turn that is none takes nothing away
        laid = {(card.name, card.zone) for card in state.away}  # by the move that opens this turn
        beside = (card for card in state.before if (card.name, card.zone) in laid)
        state = replace(state, before=(*beside, *state.away), away=())
    return acts(state, rulings)


def dropped(state: State, proposal: Proposal) -> State:
    """Return the state without a proposal, whose card is discarded."""
    rest = tuple(one for one in state.proposals if one is not proposal)
    state = discarded(replace(state, proposals=rest), (proposal.card,))
    return leaves(state, proposal.tribe, HERDS[proposal.tribe], proposal.card)


def ended(
    state: State, proposals: tuple[Proposal, ...], key: str, rulings: Rulings
) -> Played[State]:
    """Drop proposals, and say of each that it ended (PC-30)."""
    for one in proposals:
        state = dropped(state, one)
        about: dict[str, Value] = {"tribe_seat": one.tribe, "target_seat": one.target}
        message = Message(key, {**about, "card": one.card})
        rulings = (*rulings, Ruling("PC-30", message, (), (player(state, one.tribe),)))
    return state, rulings


def _stands_up(state: State, stick: Zone, rulings: Rulings) -> Played[State]:
    """End a tribe's disdain, by a stick in some zone: it draws back to three cards (PC-22)."""
    tribe = state.turn
    sticks = replaced(state.sticks, tribe, None)
    state = discarded(replace(state, sticks=sticks), (STICK,))
    state = leaves(state, tribe, stick, STICK)
    many = min(max(0, HAND - state.hands[tribe]), there_are(state))
    state, again = drawn(state, many)
    state = replace(state, hands=replaced(state.hands, tribe, state.hands[tribe] + many))
    if not many:
        return state, (*rulings, said("plenty_coups.disdain.ends", "PC-22", state))
    draws = said("plenty_coups.disdain.draws", "PC-22", state, count=many)
    return state, (*rulings, draws, *again)


def acts(state: State, rulings: Rulings) -> Played[State]:
    """Bring raids home that still stand, then let the tribe act (PC-12)."""
    tribe = state.turn
    returned: tuple[int, ...] = ()
    for camp, raid in enumerate(state.raids):
        if raid is not None and raid.tribe == tribe:
            if not raid.turned:
                returned = (*returned, camp)
            state, rulings = comes_home(state, camp, raid, "PC-12", rulings)
    state = replace(state, phase=Phase.ACT, left=owes(state), returned=returned)
    return rests(state, rulings)


def owes(state: State) -> int:
    """Return how many actions a tribe's turn has, by its hand (PC-5, PC-50)."""
    hand = state.hands[state.turn]
    return max(0, min(ACTIONS, hand - HAND)) if summer(state) else min(1, hand)


def comes_home(state: State, camp: int, raid: Raid, rule: str, rulings: Rulings) -> Played[State]:
    """Bring a raid home with one horse of that herd, where it has any (PC-12, PC-32)."""
    key = "plenty_coups.raid.home_without"
    if state.horses[camp]:
        horses = replaced(state.horses, camp, state.horses[camp] - 1)
        horses = replaced(horses, raid.tribe, horses[raid.tribe] + 1)
        state, key = replace(state, horses=horses), "plenty_coups.raid.home"
    state = called_off(state, camp, raid)
    params: dict[str, Value] = {"tribe_seat": raid.tribe, "camp_seat": camp, "cards": raid.cards}
    about = Ruling(rule, Message(key, params), (), (player(state, raid.tribe), player(state, camp)))
    return state, (*rulings, about)


def called_off(state: State, camp: int, raid: Raid) -> State:
    """Return the state without a raid: its marker goes back, its warriors are discarded."""
    state = replace(state, raids=replaced(state.raids, camp, None))
    return leaves(discarded(state, raid.cards), raid.tribe, RAIDS[camp], *raid.cards)


# -- the turn goes on ----------------------------------------------------------------------------


def acted(
    state: State,
    rulings: Rulings,
    *,
    cost: int = 1,
    event: Event | None = None,
    returned: tuple[int, ...] = (),
    fresh: int | None = None,
    parried: bool = False,
) -> Played[State]:
    """Count an action, which may open the way for another; the turn ends with the last."""
    state = replace(
        state,
        phase=Phase.ACT,
        left=state.left - cost,
        done=state.done + cost,
        returned=returned,
        fresh=fresh,
        parried=parried,
        last=event or Event(What.OTHER, state.turn),
    )
    return rests(state, rulings)


def may_exchange(state: State) -> bool:
    """Tell whether whose turn it is may still exchange gifts with an ally (PC-35)."""
    other = ally(state, state.turn)
    if other is None or state.exchanged:
        return False
    return state.hands[state.turn] > 0 and state.hands[other] > 0


def may_end(state: State) -> bool:
    """Tell whether a turn may end: nothing is owed (PC-5), or it is winter (PC-50)."""
    return state.phase is Phase.ACT and (not state.left or not summer(state))


def rests(state: State, rulings: Rulings) -> Played[State]:
    """End the turn where nothing is left to do in it."""
    if state.left or may_exchange(state):
        return state, rulings
    return ends(state, rulings)


def done(state: State, move: moves.Done) -> Played[State]:
    """End the turn, as one may who owes no action."""
    must_be(state, Phase.ACT)
    must_be_player(state, move.seat)
    if not may_end(state):
        refuse("PC-5", "owes", count=state.left)
    passes = said("plenty_coups.done", "PC-50" if state.left else "PC-5", state)
    last = Event(What.OTHER, state.turn)
    return ends(replace(state, last=last), (passes,))


# -- the turn ends -------------------------------------------------------------------------------


def ends(state: State, rulings: Rulings) -> Played[State]:
    """Go on to the next tribe, the next round, or the end of the match (PC-1, PC-3)."""
    around = order(state.setup.seats, state.setup.elder)
    at = around.index(state.turn) + 1
    round_ = state.round + at // len(around)
    if round_ > LAST:
        return over(state, rulings)
    state = replace(
        state,
        turn=around[at % len(around)],
        round=round_,
        left=0,
        done=0,
        returned=(),
        fresh=None,
        parried=False,
        exchanged=False,
    )
    if at == len(around):
        key = "plenty_coups.winter" if round_ == SUMMER + 1 else "plenty_coups.round"
        rulings = (*rulings, said(key, "PC-3", state, number=round_))
    else:
        rulings = (*rulings, said("plenty_coups.next", "PC-1", state))
    if takes(round_) and due(state) > len(state.market):
        return replace(state, phase=Phase.MARKET), rulings
    return opens(state, rulings)


def due(state: State) -> int:
    """Return how many cards the market is to have, once all were turned (PC-6)."""
    if len(state.market) + state.pile >= MARKET_SIZE:
        return MARKET_SIZE
    return min(MARKET_SIZE, len(state.market) + there_are(state))


def over(state: State, rulings: Rulings) -> Played[State]:
    """End the match; raids that are out come to nothing (PC-3, PC-51)."""
    for camp, raid in enumerate(state.raids):
        if raid is not None:
            state = called_off(state, camp, raid)
            lost: dict[str, Value] = {"tribe_seat": raid.tribe, "camp_seat": camp}
            about = Message("plenty_coups.raid.lost", lost)
            rulings = (*rulings, Ruling("PC-51", about, (), (player(state, raid.tribe),)))
    state = replace(state, phase=Phase.OVER, left=0, returned=(), fresh=None, parried=False)
    return state, (*rulings, *counted(state))

"""The view of a match that each seat gets. No view shows a hand."""

from __future__ import annotations

from collections.abc import Iterator

from referee.contract import Cue, Deal, Message, Party, SeatView, Token, Value, View
from referee.kit import newest_by_seat
from referee.plenty_coups.flow import FLOW
from referee.plenty_coups.rules.ending import adding_ally, outcome, tribe_result
from referee.plenty_coups.state import phases
from referee.plenty_coups.state.cards import CLANS, STICK
from referee.plenty_coups.state.state import HAND_SIZE, LAST_ROUND, MARKERS, State


@newest_by_seat
def view(state: State, seat: int | None) -> View:
    """Return what `seat` may see, or what a spectator may see if `seat` is None."""
    deal, facts, focus = _deal(state), tuple(_facts(state)), FLOW.focus(state)
    phase = Message(f"plenty_coups.phase.{'deal' if deal else state.phase.name}")
    seats = tuple(_seat(state, each, cue) for each, cue in enumerate(FLOW.cues(state)))
    about = (phase, focus, seats, seat, facts, deal, outcome(state))
    return View("plenty_coups", state.round, *about, tuple(_neutral_tribes(state)))


def visible_hands(state: State, seat: int | None) -> tuple[int, ...]:
    """Return the tribes whose hands a seat may see: the tribes that it plays (PC-53)."""
    hands = range(len(state.tribes)) if seat in state.players else ()
    return tuple(tribe for tribe in hands if state.player_of(tribe) == seat)


def _deal(state: State) -> Deal | None:
    """Return the deal to make before the first market, or None: three cards each (PC-4, PC-53)."""
    if isinstance(state.phase, phases.Turning) and not state.market and not state.last.what:
        return Deal(1, (HAND_SIZE,) * len(state.tribes), shuffle=True)
    return None


def _seat(state: State, seat: int, cue: Cue) -> SeatView:
    gone = seat in state.gone
    about = (*([_played_by(state, seat)] if gone else ()), *notes(state, seat))
    return SeatView(seat, cue, tokens(state, seat), camp_cards(state, seat), about, gone)


def _neutral_tribes(state: State) -> Iterator[Party]:
    """Yield the neutral tribe, which exists in a match of two players (PC-53)."""
    for tribe in range(state.setup.seats, len(state.tribes)):
        name = Message("plenty_coups.neutral", {"tribe_seat": tribe})
        shown = (_played_by(state, tribe), *notes(state, tribe))
        yield Party(name, tokens(state, tribe), camp_cards(state, tribe), shown)


def _played_by(state: State, tribe: int) -> Message:
    """Return a note that names who plays a tribe without a player (PC-53)."""
    return Message("plenty_coups.note.played_by", {"seat": state.player_of(tribe)})


def tokens(state: State, tribe: int) -> tuple[Token, ...]:
    """Return tokens for a tribe's prestige, its markers, its horses and the cards in its hand."""
    result = tribe_result(state, tribe)
    own = Token("prestige", result.total()), Token("honour", result.honour, MARKERS)
    return (*own, Token("horse", result.horses), Token("hand", state.tribes[tribe].hand))


def camp_cards(state: State, tribe: int) -> tuple[str, ...]:
    """Return the face-up cards that lie at a tribe's camp."""
    owner = state.tribes[tribe]
    cards = [*owner.raid.cards] if owner.raid else []
    if owner.bond:
        cards.append(owner.bond.card)
    cards += [each.card for each in state.proposals if each.tribe == tribe]
    if owner.stick:
        cards.append(STICK)
    return tuple(cards)


def notes(state: State, tribe: int) -> Iterator[Message]:
    """Yield notes about a tribe: its clan, the cards at its camp, and its ally."""
    clan = CLANS[state.setup.clans[tribe]]
    yield Message("plenty_coups.note.clan", {"word": f"plenty_coups.clan.{clan}"})
    if tribe == state.setup.elder:
        yield Message("plenty_coups.note.elder")
    raid, bond = state.tribes[tribe].raid, state.tribes[tribe].bond
    if raid is not None:
        params: dict[str, Value] = {"raider_seat": raid.tribe, "cards": raid.cards}
        params["strength"] = state.strength(raid.tribe, raid.cards)
        yield Message("plenty_coups.note.raided", params)
    if bond is not None and bond.partner is not None:
        key = "plenty_coups.note.ally"
        if isinstance(state.phase, phases.Over) and adding_ally(state, tribe) is not None:
            key = "plenty_coups.note.ally_adds"
        yield Message(key, {"ally_seat": bond.partner, "card": bond.card})
    elif bond is not None:
        yield Message("plenty_coups.note.neutral_ally", {"card": bond.card})
    for proposal in state.proposals:
        if proposal.tribe == tribe:
            proposed: dict[str, Value] = {"target_seat": proposal.target, "card": proposal.card}
            yield Message("plenty_coups.note.proposes", proposed)
    if state.tribes[tribe].stick is not None:
        yield Message("plenty_coups.note.disdained")


def _facts(state: State) -> Iterator[Message]:
    """Yield the round, the season, the number of horses in the plain, and the size of the pile."""
    if isinstance(state.phase, phases.Over):
        return
    season = "plenty_coups.fact.summer" if state.summer else "plenty_coups.fact.winter"
    yield Message(season, {"number": state.round, "most": LAST_ROUND})
    if len(state.tribes) > state.setup.seats and _deal(state):
        yield Message("plenty_coups.fact.neutral_hand", {"count": HAND_SIZE})
    yield Message("plenty_coups.fact.plain", {"count": state.plain})
    yield Message("plenty_coups.fact.pile", {"count": state.deck.pile})

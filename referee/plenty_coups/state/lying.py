"""Which cards lie where: the market, what stands at the camps, what was used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from referee.plenty_coups.state.cards import COUNTS, STICK
from referee.plenty_coups.state.phases import Defending, Over, Raiding, Sweeping, Taking
from referee.plenty_coups.state.places import ALLIANCES, HERDS, MARKET, RAIDS, SHIELDS
from referee.plenty_coups.state.state import State
from referee.table import Card, Lies, Zone


def standing(state: State) -> Iterator[Card]:
    """Yield the market, and what stands at the camps until the rules say otherwise."""
    lies = Lies.USED if isinstance(state.phase, Over) else Lies.STAYS
    yield from _market(state.market, _market_lies(state))
    for camp, raid in state.raids():  # one that comes home now whatever happens may be taken early
        comes = isinstance(state.phase, Taking) and raid.tribe == state.turn
        at, by = Lies.USED if comes else lies, state.player(raid.tribe)
        for card in raid.cards:
            yield _card(card, RAIDS[camp], at, by, raid.tribe)
    waits = waiting(state)
    if waits is not None:
        yield waits
    for camp, tribe in enumerate(state.tribes):
        if tribe.bond is not None:
            yield _card(tribe.bond.card, ALLIANCES[camp], lies, state.player(camp))
    for one in state.proposals:
        yield _card(one.card, HERDS[one.tribe], lies, state.player(one.tribe))
    for camp, tribe in enumerate(state.tribes):
        if tribe.stick is not None:
            yield _card(STICK, tribe.stick, lies, state.player(camp))


def waiting(state: State) -> Card | None:
    """Return the card that waits for a second one, which its player may take back."""
    match state.phase:
        case Raiding(card=card, camp=camp):
            return _card(card, RAIDS[camp], Lies.FREE, state.seat)
        case Defending(card=card):
            return _card(card, SHIELDS[state.turn], Lies.FREE, state.seat)
    return None


def used(state: State, stands: Iterable[Card]) -> tuple[Card, ...]:
    """Return the used cards that may still lie there.

    None of which all that the deck has lie elsewhere: it was shuffled where it lay, and drawn.
    """
    lie: dict[str, int] = {}
    for card in stands:
        lie[card.name] = lie.get(card.name, 0) + 1
    found = []
    for card in (*state.deck.away[::-1], *state.deck.before[::-1]):
        many = lie[card.name] = lie.get(card.name, 0) + 1
        if many <= COUNTS[card.name]:
            found.append(card)
    return tuple(found[::-1])


def _market_lies(state: State) -> Lies:
    match state.phase:
        case Sweeping():
            return Lies.GOES
        case Taking():
            return Lies.FREE
        case Over():
            return Lies.USED
    return Lies.STAYS if state.takes else Lies.USED  # nobody takes any more


@lru_cache(maxsize=256)
def _market(cards: tuple[str, ...], lies: Lies) -> tuple[Card, ...]:
    return tuple(Card(card, MARKET, lies=lies) for card in cards)


@lru_cache(maxsize=256)
def _card(name: str, zone: Zone, lies: Lies, seat: int, edge: int | None = None) -> Card:
    return Card(name, zone, lies=lies, seat=seat, edge=edge)

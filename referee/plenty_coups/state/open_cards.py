"""The face-up cards: the market, the cards at the camps, and the used cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from referee.plenty_coups.state.cards import COUNTS, STICK
from referee.plenty_coups.state.phases import Defending, Over, Phase, Raiding, Sweeping, Taking
from referee.plenty_coups.state.state import State
from referee.plenty_coups.state.zones import ALLIANCES, HERDS, MARKET, RAIDS, SHIELDS
from referee.table import Card, CardStatus, Zone


def open_cards(state: State) -> Iterator[Card]:
    """Yield the cards of the market and the cards at the camps."""
    status = CardStatus.USED if isinstance(state.phase, Over) else CardStatus.STAYS
    in_market = _MARKET_STATUS.get(type(state.phase), CardStatus.STAYS)
    yield from (Card(card, MARKET, status=in_market) for card in state.market)
    for camp, raid in state.raids():  # players may take up a returning raid early
        comes_home = isinstance(state.phase, Taking) and raid.tribe == state.turn
        at, by = CardStatus.USED if comes_home else status, state.player_of(raid.tribe)
        for card in raid.cards:
            yield _card(card, RAIDS[camp], at, by, raid.tribe)
    waiting = waiting_card(state)
    if waiting is not None:
        yield waiting
    for camp, tribe in enumerate(state.tribes):
        if tribe.bond is not None:
            yield _card(tribe.bond.card, ALLIANCES[camp], status, state.player_of(camp))
    for proposal in state.proposals:
        yield _card(proposal.card, HERDS[proposal.tribe], status, state.player_of(proposal.tribe))
    for camp, tribe in enumerate(state.tribes):
        if tribe.stick is not None:
            yield _card(STICK, tribe.stick, status, state.player_of(camp))


def waiting_card(state: State) -> Card | None:
    """Return the card that waits for a second one. Its player may still take it back."""
    match state.phase:
        case Raiding(card=card, camp=camp):
            return _card(card, RAIDS[camp], CardStatus.FREE, state.seat)
        case Defending(card=card):
            return _card(card, SHIELDS[state.turn], CardStatus.FREE, state.seat)
    return None


def used_cards(state: State, face_up: Iterable[Card]) -> tuple[Card, ...]:
    """Return the used cards that may still lie on the table.

    A card is left out if all its copies are known to be elsewhere. In that case, it was shuffled
    into the pile and drawn again.
    """
    known = (card for tribe in state.tribes for card in tribe.known)
    copies = Counter([*(card.name for card in face_up), *known])
    results = []
    for card in (*state.deck.away[::-1], *state.deck.before[::-1]):
        copies[card.name] += 1
        if copies[card.name] <= COUNTS[card.name]:
            results.append(card)
    return tuple(results[::-1])


_MARKET_STATUS: Mapping[type[Phase], CardStatus] = {
    Sweeping: CardStatus.TO_CLEAR,
    Taking: CardStatus.FREE,
    Over: CardStatus.USED,
}


@lru_cache(maxsize=256)
def _card(name: str, zone: Zone, status: CardStatus, seat: int, edge: int | None = None) -> Card:
    return Card(name, zone, status=status, seat=seat, edge=edge)

"""Rules of thumb for the tricks of Coup d'État, and deals played on by them.

- Nobody attempts a coup: get rid of high cards under higher ones. Play high to a trick that costs
  nothing. Discard what costs money first, then the highest card. Lead the card that is most likely
  beaten.
- My own attempt: lead cards that nobody can beat, use the Coup card where it decides, and keep it
  for the last trick if that one counts.
- Somebody else's attempt: take one needed card or trick, and never throw one to the attempter.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from referee.coup_detat.state.cards import COUP
from tests.bench.bots.outsiders.coup_detat_board import POWER, Board


def play_on(board: Board, random: Random) -> None:
    """Play the deal to its end, or until an attempt has failed."""
    while board.done < board.size and not board.broken and any(board.hands):
        board.play(thumb(board, random))


def thumb(board: Board, random: Random) -> str:
    """Return the card that the rules of thumb choose for the seat to move."""
    legal, seat = board.legal(), board.turn
    if len(legal) == 1:
        return legal[0]
    if board.attempter is None:
        return avoid(board, seat, legal, random)
    if board.attempter == seat:
        return take(board, seat, legal)
    return defend(board, seat, legal)


def lead_danger(card: str, others: Sequence[str]) -> float:
    """Return how likely a led card wins its trick: 1 if nobody can beat it."""
    higher = lower = 0
    for other in others:
        if other[-1] == card[-1]:
            if POWER[other] > POWER[card]:
                higher += 1
            else:
                lower += 1
    return (lower + 0.6) / (higher + lower + 0.6) if higher else 1.0 + 0.05 * (not lower)


def avoid(board: Board, seat: int, legal: list[str], random: Random) -> str:
    """Return a card for a player who does not want to take what costs."""
    price, ends, trick = board.terms.price, board.ends(), board.trick
    others = board.others_of(seat)
    free = not ends and all(price.get(card, 0) == 0 for card in (*others, *trick))
    if not trick:
        if free and not any(card in price for card in legal):
            return max(legal, key=lambda card: POWER[card] + random.random())
        return min(
            legal,
            key=lambda card: (
                lead_danger(card, others) * (300 + 2 * price.get(card, 0))
                + 4 * POWER[card]
                + random.random()
            ),
        )
    follow = [card for card in legal if card[-1] == board.suit]
    if not follow:
        return max(
            legal,
            key=lambda card: (
                price.get(card, 0) + 100 * lead_danger(card, others) + 10 * POWER[card]
            ),
        )
    _, power = board.best()
    under = [card for card in follow if POWER[card] < power]
    over = [card for card in follow if POWER[card] > power]
    last = len(trick) == board.seats - 1
    stake = sum(price.get(card, 0) for card in trick) + ends
    if over and not stake and (last or free):
        cheap = [card for card in over if card not in price]
        if cheap:
            return max(cheap, key=POWER.__getitem__)
    if under:
        return max(under, key=lambda card: (price.get(card, 0), POWER[card]))
    if last:
        return max(over, key=lambda card: (-price.get(card, 0), POWER[card]))
    return min(over, key=lambda card: POWER[card] + price.get(card, 0) / 100)


def take(board: Board, seat: int, legal: list[str]) -> str:
    """Return a card for a player who attempts a coup."""
    price, ends, trick = board.terms.price, board.ends(), board.trick
    others = board.others_of(seat)
    wanted = {card[-1] for card in others if card in price}
    plain = [card for card in legal if card != COUP] or legal
    keep = bool(board.terms.ends) and board.done < board.size - 1

    def sure(card: str) -> bool:
        return not any(other[-1] == card[-1] and POWER[other] > POWER[card] for other in others)

    low = min(plain, key=lambda card: (card in price, sure(card), POWER[card]))
    if not trick:
        tops = [card for card in plain if sure(card)]
        if tops and (ends or board.terms.price):
            return max(tops, key=lambda card: (card[-1] in wanted, card in price, POWER[card]))
        if COUP in legal and (ends or (wanted and not keep and len(legal) < 4)):
            return COUP
        return max(plain, key=POWER.__getitem__) if ends else low
    _, power = board.best()
    over = [card for card in plain if card[-1] == board.suit and POWER[card] > power]
    last = len(trick) == board.seats - 1
    wins = [card for card in over if last or sure(card)]
    if ends or any(card in price for card in trick):
        if wins:
            return max(wins, key=lambda card: (card in price, -POWER[card]))
        if COUP in legal:
            return COUP
        return max(over, key=POWER.__getitem__) if over else low
    costly = [card for card in wins if card in price]
    return costly[0] if costly else low


def defend(board: Board, seat: int, legal: list[str]) -> str:
    """Return a card for a player who wants somebody else's attempt to fail."""
    price, ends, trick = board.terms.price, board.ends(), board.trick
    others = board.others_of(seat)
    plain = [card for card in legal if card not in price] or legal
    if not trick:
        strong = max(legal, key=lambda card: (card in price, lead_danger(card, others)))
        if lead_danger(strong, others) >= 1 and (strong in price or ends):
            return strong
        return min(plain, key=lambda card: (lead_danger(card, others), POWER[card]))
    winner, power = board.best()
    over = [card for card in legal if card[-1] == board.suit and POWER[card] > power]
    behind = (board.attempter - board.turn) % board.seats if board.attempter is not None else 0
    waits = behind < board.seats - len(trick) and winner != board.attempter
    if over and (ends or any(card in price for card in (*trick, *over))):
        return max(over, key=lambda card: (card in price and not waits, POWER[card]))
    if winner != board.attempter and not waits:
        costly = [card for card in legal if card in price]
        if costly:
            return costly[0]
    return min(plain, key=POWER.__getitem__)

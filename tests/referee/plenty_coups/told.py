"""What is told of a card where it may not lie now, compared with the model (PC-80)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee import library
from referee.contract import AskCards, By, Offer
from tests.referee.models.plenty_coups import Card, pack
from tests.referee.plenty_coups.naming import MOVES, name

if TYPE_CHECKING:
    from tests.referee.plenty_coups.beside import Pair

GAME = library.game("plenty_coups")
SAMPLE = 4  # of a few hundred that are told at a time
LAID = {  # what must be laid for an action, and the rule that says so
    "breed": ("horse", "PC-10"),
    "raid": ("warrior", "PC-11"),
    "defend": ("weapon", "PC-15"),
    "coup": ("stick", "PC-17"),
    "coup in defence": ("stick", "PC-18"),
    "disdain": ("stick", "PC-22"),
    "propose": ("warrior", "PC-30"),
    "accept": ("warrior", "PC-34"),
    "neutral": ("warrior", "PC-39"),
}


def compare(pair: Pair) -> None:
    """Whatever lies at a place of an action is a move, or refused by a rule that forbids it."""
    moment, offers = pair.match.moment, GAME.offers(pair.state)
    assert moment is not None
    seen: dict[str, set[str]] = {}
    for offer in (*offers, *offers.barred):
        if offer.by is By.CAMERA:
            zone, cards = _asked(offer)
            seen[zone] = seen.get(zone, set()) | set(cards)
    named = {name(card): card for card in pack()}
    for place in _places(pair):
        pair.same(f"told of what lies at {place}", set(named), seen[place])
    barred = [(offer, card) for offer in offers.barred for card in _asked(offer)[1]]
    for offer, card in pair.rng.sample(barred, SAMPLE):
        rules = {"PC-5"} if moment.what == "take" else _forbids(pair, offer, named[card])
        camp, who = offer.given.get("camp"), pair.seat(moment.seat)
        pair.cannot(rules, offer.move, seat=who, camp=camp, cards=[card])
        pair.met[f"told {offer.move}"] += 1


def _places(pair: Pair) -> list[str]:
    """Return where cards of actions lie; a second one beside a raid is no action of its own."""
    own, fresh = pair.camps[pair.match.turn.who], pair.state.fresh
    places = ["breed", "hunt", f"alliance:{own}"]
    for camp in pair.camps:  # another's shield and herd are for gifts, and for horses given
        places += [f"stick:{camp}", f"defence:{camp}", f"proposal:{camp}"]
        if camp not in (own, fresh):
            places.append(f"raid:{camp}")
    return places


def _asked(offer: Offer) -> tuple[str, tuple[str, ...]]:
    (ask,) = offer.ask
    assert isinstance(ask, AskCards)
    return ask.zone, tuple(ask.possible)


def _forbids(pair: Pair, offer: Offer, card: Card) -> set[str]:
    """Return the rules that forbid what a card would be where it is barred."""
    turn, camp = pair.match.turn, offer.given.get("camp")
    at = turn.who if camp is None else pair.camps.index(camp)
    rules = set() if pair.seen.possible(turn.who)[card] else {"PC-82"}
    if offer.move == "support":  # a weapon upon the raid itself, too weak alone
        return rules | {"PC-15", "PC-16"}
    what = next(one for one, tag in MOVES.items() if tag == offer.move)
    if offer.move == "coup" and at == turn.who:
        what = "coup in defence"
    if offer.move == "disdain" and at == turn.who:
        rules.add("PC-22")
    kind, otherwise = LAID.get(what, (card.kind, ""))
    if card.kind != kind:
        rules.add(otherwise)
    laid = {
        "raid": (at, (card,)),
        "defend": ((card,),),
        "gift": (at, card),
        "horses": (at, card),
        "coup": (at,),
        "disdain": (at,),
    }
    return rules | pair.amiss((what, *laid.get(what, (card,))))

"""Refusals of cards in places where they may not be, compared with the model (PC-80)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee import library
from referee.plenty_coups.state.cards import clan_of
from referee.table import Laid, Zone
from tests.referee.models.plenty_coups import Card, pack
from tests.referee.plenty_coups.naming import MOVES, name

if TYPE_CHECKING:
    from tests.referee.plenty_coups.comparison import Comparison

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


def compare(pair: Comparison) -> None:
    """Check that a card in any action's place is a move, or refused by a rule that forbids it."""
    moment = pair.match.moment
    assert moment is not None
    named = {name(card): card for card in pack()}
    for place in pair.rng.sample(_places(pair), SAMPLE):
        card = pair.rng.choice(sorted(named))
        said = GAME.table.judge(pair.state, (Laid(card, place),))
        if said.moves or said.choice:
            continue
        (why,) = said.refusals
        tag = _tag(pair, place, named[card])
        rules = {"PC-5"} if moment.what == "take" else _forbids(pair, tag, place.seat, named[card])
        if tag in ("gift", "give_horses") and named[card].kind in ("warrior", "weapon"):
            rules.add("SL-3")  # it is the one for whose own turn it would fit
        if tag == "give_horses" and moment.what == "act" and _proposes(pair, place, named[card]):
            rules = {"SL-4"}
        known = why.rule in rules or (why.rule, rules)
        pair.same(f"{card} at {place} is refused by", True, known)
        pair.met[f"told {tag}"] += 1


def _places(pair: Comparison) -> list[Zone]:
    """Return the places of actions. A second card at a raid is no action of its own."""
    own, fresh = pair.camps[pair.match.turn.who], pair.now["fresh"]
    places = [Zone("breed"), Zone("hunt"), Zone("alliance", own)]
    for camp in pair.camps:  # another's shield and herd are for gifts, and for horses given
        places += [Zone(kind, camp) for kind in ("stick", "defence", "proposal")]
        if camp not in (own, fresh):
            places.append(Zone("raid", camp))
    return places


def _tag(pair: Comparison, place: Zone, card: Card) -> str:
    """Return the move that a card would be at a place (PC-80)."""
    own = place.seat == pair.camps[pair.match.turn.who]
    if card.kind == "stick" and (place.kind == "raid" or (own and place.kind == "defence")):
        return "coup"
    if place.kind == "raid":
        return "raid"
    if place.kind == "alliance":
        neutral = card.kind == "warrior" and clan_of(name(card)) >= len(pair.camps)
        return "befriend" if neutral else "accept"
    mine = {"defence": "defend", "proposal": "propose"}
    there = {"stick": "disdain", "defence": "gift", "proposal": "give_horses"}
    return mine[place.kind] if own and place.kind in mine else there.get(place.kind, place.kind)


def _proposes(pair: Comparison, place: Zone, card: Card) -> bool:
    """Whether a card next to another tribe's herd would be a proposal at your own herd."""
    theirs = card.kind == "warrior" and clan_of(name(card)) == place.seat
    return theirs and not _forbids(pair, "propose", None, card)


def _forbids(pair: Comparison, tag: str, camp: int | None, card: Card) -> set[str]:
    """Return the rules that forbid a card's move at its place."""
    turn = pair.match.turn
    at = turn.who if camp is None else pair.camps.index(camp)
    rules = set() if pair.deduced.possible(turn.who)[card] else {"PC-82"}
    what = next(one for one, move in MOVES.items() if move == tag)
    if tag == "coup" and at == turn.who:
        what = "coup in defence"
    if tag == "disdain" and at == turn.who:
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

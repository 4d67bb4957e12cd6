"""The actions of Plenty Coups: which are legal, why others are not, and what each does.

An action is a tuple, its first member what is done:

    ("breed",)                          a horse card (PC-10)
    ("raid", target, warriors)          one warrior, or two (PC-11, 14)
    ("defend", weapons)                 one weapon, or two (PC-15, 16)
    ("coup", target)                    on coming home from that tribe (PC-17)
    ("coup in defence",)                (PC-18)
    ("gift", target, discarded, passed) (PC-19)
    ("horses", target, discarded)       (PC-20)
    ("hunt", discarded)                 (PC-21)
    ("disdain", target)                 (PC-22)
    ("propose", warrior)                to the tribe of the warrior (PC-30)
    ("accept", warrior)                 the proposal of the tribe of the warrior (PC-34)
    ("neutral", warrior)                an alliance with the tribe of the warrior (PC-39)

Cards of pairs are in order, so that each pair is one action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from tests.referee.models.plenty_coups import (
    HORSE,
    NEUTRAL_SEAT,
    STICK,
    SUMMER,
    Card,
    Table,
)

Action = tuple[Any, ...]


@dataclass
class Turn:
    """What has been done in the turn that is on."""

    who: int
    left: int  # actions; a double one takes two
    done: list[str] = field(default_factory=list)
    coups: list[int] = field(default_factory=list)  # whom a raid came home from that may mark one
    repelled: tuple[Card, tuple[Card, ...]] | None = None  # one weapon, and the warriors
    exchanged: bool = False  # gifts with the ally (PC-35)


def cost(action: Action) -> int:
    """Return how many actions one takes, which is how many cards (PC-5)."""
    return len(action[-1]) if action[0] in ("raid", "defend") else 1


def cards_of(action: Action) -> list[Card]:
    """Return the cards of the hand that an action lays down; a gift is passed besides."""
    what = action[0]
    if what in ("raid", "defend"):
        return list(action[-1])
    if what == "gift":
        return [action[2]]
    if what in ("breed", "coup", "coup in defence", "disdain"):
        return [HORSE if what == "breed" else STICK]
    return [action[-1]]


def legal(table: Table, turn: Turn) -> list[Action]:
    """Return every legal action of the tribe whose turn it is."""
    hand = table.tribes[turn.who].hand
    results: list[Action] = []
    for action in possible(table, turn, hand):
        if not against(table, turn, action):
            passed = set(without(hand, action[2])) if action[0] == "gift" else {()}
            results += [(*action, card) if card else action for card in passed]
    return sorted(set(results), key=str)


def possible(table: Table, turn: Turn, cards: Sequence[Card]) -> Iterator[Action]:
    """Yield whatever cards could be laid for if they were in hand, legal or not.

    Which card is passed in a gift is left out.
    """
    hand = sorted(cards)
    others = [seat for seat in range(len(table.tribes)) if seat != turn.who]
    for card in dict.fromkeys(hand):
        yield "hunt", card
        for other in others:
            yield "horses", other, card
            yield "gift", other, card
        if card == HORSE:
            yield ("breed",)
        if card == STICK:
            yield ("coup in defence",)
            yield from (("coup", other) for other in others)
            yield from (("disdain", other) for other in others)
        if card.kind == "weapon":
            yield "defend", (card,)
        if card.kind == "warrior":
            yield from (("raid", other, (card,)) for other in others)
            yield from ((what, card) for what in ("propose", "accept", "neutral"))
    for pair in combinations(hand, 2):
        if {card.kind for card in pair} == {"weapon"}:
            yield "defend", pair
        if {card.kind for card in pair} == {"warrior"} and pair[0].tribe == pair[1].tribe:
            yield from (("raid", other, pair) for other in others)


def without(cards: list[Card], card: Card) -> list[Card]:
    """Return cards without one of them."""
    rest = list(cards)
    rest.remove(card)
    return rest


# What forbids an action


def against(table: Table, turn: Turn, action: Action) -> set[str]:
    """Return the rules that forbid an action, none if it is legal; the hand is not looked at."""
    return untimely(table, turn, action) | RULES[action[0]](table, turn, action)


def untimely(table: Table, turn: Turn, action: Action) -> set[str]:
    """Return what forbids an action for when it is done (PC-5, 14, 16, 17, 50)."""
    what, takes = action[0], cost(action)
    rules = set()
    if turn.left == 0:
        rules |= {"PC-5", "PC-50"} if table.winter else {"PC-5"}
    elif table.winter and takes == 2:
        if not (what == "defend" and table.round == SUMMER + 1):
            rules.add("PC-50")
    elif takes > turn.left:
        rules |= {"PC-5", "PC-14" if what == "raid" else "PC-16"}
    if table.winter and what == "disdain":
        rules.add("PC-50")
    return rules


def raiding(table: Table, turn: Turn, action: Action) -> set[str]:
    _, target, warriors = action
    who, rules = turn.who, set[str]()
    if not table.tribes[who].at_home:
        rules.add("PC-11")
    if table.tribes[who].ally == target:
        rules.add("PC-35")
    if table.proposal(who, target):
        rules.add("PC-30")
    if table.proposal(target, who):
        rules.add("PC-33")
    earlier = table.raid_on(target)
    if earlier and (
        earlier.by == who
        or table.strength(who, warriors) <= table.strength(earlier.by, earlier.warriors)
    ):
        rules.add("PC-13")
    return rules


def defending(table: Table, turn: Turn, action: Action) -> set[str]:
    raid = table.raid_on(turn.who)
    strength = sum(card.value for card in action[1])
    must = table.strength(raid.by, raid.warriors) if raid else 0
    single = len(action[1]) == 1
    if raid and strength >= must and (single or min(card.value for card in action[1]) < must):
        return set()
    return {"PC-15"} if single else {"PC-15", "PC-16"}


def marking(_: Table, turn: Turn, action: Action) -> set[str]:
    early = all(done == "coup" for done in turn.done)
    return set() if early and action[1] in turn.coups else {"PC-17"}


def marking_in_defence(_: Table, turn: Turn, __: Action) -> set[str]:
    if turn.done != ["defend"] or not turn.repelled:
        return {"PC-18"}
    weapon, warriors = turn.repelled
    young = len(warriors) == 1 and warriors[0].value == 1
    above = weapon.value > sum(card.value for card in warriors)
    return set() if above and not young else {"PC-18"}


def giving(table: Table, turn: Turn, action: Action) -> set[str]:
    who, target = turn.who, action[1]
    hostile = table.attacks(who, target) or table.attacks(target, who)
    nobody = table.players == 2 and target == NEUTRAL_SEAT
    oneself = table.played_by(who) == table.played_by(target)
    ill = hostile or nobody or oneself or not table.tribes[target].hand
    return {"PC-19"} if ill else set()


def giving_horses(table: Table, turn: Turn, action: Action) -> set[str]:
    giver, taker = table.tribes[turn.who], table.tribes[action[1]]
    few = giver.horses < 2 or taker.horses > giver.horses
    raided = table.raid_on(turn.who) or table.raid_on(action[1])
    return {"PC-20"} if few or raided or giver.ally == action[1] else set()


def disdaining(table: Table, turn: Turn, action: Action) -> set[str]:
    oneself = table.played_by(turn.who) == table.played_by(action[1])
    return {"PC-22"} if oneself or table.tribes[action[1]].stick else set()


def proposing(table: Table, turn: Turn, action: Action) -> set[str]:
    who, card = turn.who, action[1]
    target, tribe = table.playing(card.tribe), table.tribes[who]
    if table.players < 4:
        return {"PC-41"}
    rules = set() if tribe.ally is None else {"PC-35"}
    if target is None or target == who:
        return rules | {"PC-30"}
    if tribe.neutral or table.attacks(who, target) or table.proposal(who, target):
        rules.add("PC-30")
    for other in range(len(table.tribes)):
        earlier = table.proposal(other, target) if other != who else None
        if earlier and card.value <= earlier.value:
            rules.add("PC-31")
    if not above_ally(table, target, card):
        rules.add("PC-38")
    return rules


def above_ally(table: Table, target: int, card: Card) -> bool:
    """Whether a proposal beats the warrior by which the target's ally sealed (PC-38)."""
    ally = table.tribes[target].ally
    if ally is None:
        return True
    sealed = table.tribes[ally].camp
    return sealed is not None and card.value > sealed.value


def accepting(table: Table, turn: Turn, action: Action) -> set[str]:
    who, card = turn.who, action[1]
    proposer, tribe = table.playing(card.tribe), table.tribes[who]
    offered = None if proposer in (None, who) else table.proposal(proposer or 0, who)
    if not offered:
        return {"PC-34"} if table.players >= 4 else {"PC-34", "PC-41"}
    rules = set()
    if not above_ally(table, who, offered):
        rules |= {"PC-38", "PC-84"}
    if tribe.camp and card.value < tribe.camp.value:
        rules.add("PC-38" if tribe.ally is not None else "PC-40")
    return rules


def allying(table: Table, turn: Turn, action: Action) -> set[str]:
    card, tribe = action[1], table.tribes[turn.who]
    rules = set()
    if table.playing(card.tribe) is not None:
        rules.add("PC-39")
    if tribe.ally is not None:
        rules |= {"PC-35", "PC-39"}
    if tribe.neutral and (tribe.neutral.tribe == card.tribe or card.value < tribe.neutral.value):
        rules.add("PC-40")
    for other in table.tribes:
        held = other.neutral if other is not tribe else None
        if held and held.tribe == card.tribe and card.value <= held.value:
            rules.add("PC-40")
    return rules


def breeding(table: Table, _: Turn, __: Action) -> set[str]:
    return set() if table.plain else {"PC-10"}


def hunting(_: Table, __: Turn, ___: Action) -> set[str]:
    return set()  # PC-21: always, in winter too


RULES: dict[str, Callable[[Table, Turn, Action], set[str]]] = {
    "breed": breeding,
    "raid": raiding,
    "defend": defending,
    "coup": marking,
    "coup in defence": marking_in_defence,
    "gift": giving,
    "horses": giving_horses,
    "hunt": hunting,
    "disdain": disdaining,
    "propose": proposing,
    "accept": accepting,
    "neutral": allying,
}


# What an action does


def do(table: Table, turn: Turn, action: Action) -> None:
    """Carry out an action, as far as nobody is asked about it: gifts, hunts and disdain go on."""
    what, who = action[0], turn.who
    tribe = table.tribes[who]
    for card in cards_of(action):
        tribe.hand.remove(card)
        if what not in ("raid", "propose", "accept", "neutral", "disdain"):
            table.discards.append(card)
    turn.left -= 1 if table.winter else cost(action)
    turn.done.append(what)
    if what == "breed":
        table.plain -= 1
        tribe.horses += 1
    elif what == "raid":
        if earlier := table.raid_on(action[1]):
            table.end_raid(earlier)  # PC-13
        table.send(who, action[1], action[2])
    elif what == "defend":
        raid = table.raid_on(who)
        assert raid is not None
        table.end_raid(raid)
        turn.repelled = (action[1][0], raid.warriors) if len(action[1]) == 1 else None
    elif what == "coup":
        turn.coups.remove(action[1])
        tribe.raid_markers -= 1
        tribe.prestige_markers += 1
    elif what == "coup in defence":
        table.gain(who)
    elif what == "horses":
        tribe.horses -= 2
        table.tribes[action[1]].horses += 2
        table.gain(who)
    elif what == "disdain":
        table.tribes[action[1]].stick = True
        if tribe.ally == action[1]:  # PC-37
            table.part(who)
            table.lose(who)
    elif what == "propose":
        propose(table, who, action[1])
    elif what == "accept":
        accept(table, who, action[1])
    elif what == "neutral":
        ally_neutral(table, who, action[1])


def propose(table: Table, who: int, card: Card) -> None:
    target = table.playing(card.tribe)
    assert target is not None
    for other in range(len(table.tribes)):
        if other != who and (lower := table.proposal(other, target)):
            table.withdraw(other, [lower])  # PC-31
    table.tribes[who].proposals.append(card)
    raid = table.raid_on(who)
    if raid and raid.by == target:
        table.bring_home(raid)  # PC-32


def accept(table: Table, who: int, card: Card) -> None:
    proposer = table.playing(card.tribe)
    assert proposer is not None
    offered = table.proposal(proposer, who)
    assert offered is not None
    table.part(who)  # PC-38, 40
    table.tribes[proposer].proposals.remove(offered)
    for one, other, sealed in ((who, proposer, card), (proposer, who, offered)):
        table.tribes[one].ally, table.tribes[one].camp = other, sealed
        table.withdraw(one, table.tribes[one].proposals)  # PC-30
    table.gain(proposer)


def ally_neutral(table: Table, who: int, card: Card) -> None:
    for seat, tribe in enumerate(table.tribes):
        if seat == who or (tribe.neutral and tribe.neutral.tribe == card.tribe):
            table.part(seat)  # PC-40
    table.withdraw(who, table.tribes[who].proposals)  # PC-30
    table.tribes[who].camp = card

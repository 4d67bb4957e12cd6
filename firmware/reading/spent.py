"""Cards that have done what they do and wait to be taken away: they are nothing new.

A card of the same name may come to lie where such a one lay, and the tracker takes it for that,
pushed. No picture tells the two apart; so one that lies elsewhere than it was left is asked about
where it would be a move, and none is lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from firmware.reading.judging import Answers, in_zone, likely_name, sure_name
from firmware.reading.piles import NEW, is_moved
from firmware.reading.staying import in_place
from referee.contract import Want, Watch
from referee.match.desk import Snapshot
from vision.mat import WHOLE
from vision.observation import Observation, SettledCard


@dataclass(frozen=True)
class Worn:
    """Ids of cards that have done what they do; `moved` are those of them that may be others."""

    old: frozenset[str] = frozenset()
    moved: frozenset[str] = frozenset()


@dataclass(frozen=True)
class _Left:
    """A card as it was left; `at` is the newest entry with its picture, `touched` whether
    something was over it since."""

    name: str | None
    card: SettledCard
    at: int
    touched: bool = False

    @property
    def zone(self) -> str:
        return self.card.reading.zone or WHOLE


class Spent:
    """Tells which cards have done what they do, and which may have been exchanged since."""

    def __init__(self) -> None:
        self._named: dict[str, Counter[str]] = {}  # by the wants, in each zone
        self._lie: dict[str, Counter[str]] = {}  # of those, how many may still lie there
        self._left: dict[str, _Left] = {}  # by id

    def worn(self, match: Snapshot, observed: Observation, answers: Answers) -> Worn:
        """Return such cards.

        A card's picture is in a move that stands; or a `Want` names the card among those of which
        its zone must be emptied, and it was not seen to be gone from there since: so it is found
        under another id, pushed, after a restart, or on another picture.
        """
        old = self._old(match, observed, answers)
        staying = in_place(match.wanted, observed.settled, answers)
        waiting = [card for card in observed.settled if card.id in old - staying]
        here = {card.id for card in observed.settled}
        lost = {id_: one for id_, one in self._left.items() if id_ not in here}
        left: dict[str, _Left] = {}
        for card in waiting:
            now = _Left(sure_name(card, answers), card, _entry(match, card.id))
            known = self._left.get(card.id)
            if known is None:
                like = (
                    id_ for id_, one in lost.items() if (one.name, one.zone) == (now.name, now.zone)
                )
                id_ = next(like, None)
                known = now if id_ is None else replace(lost.pop(id_), at=now.at, touched=True)
            elif known.at < now.at:
                known = now
            if not _is_clear(known.zone, observed):
                known = replace(known, touched=True)
            left[card.id] = known
        unseen = {id_: one for id_, one in lost.items() if not _is_clear(one.zone, observed)}
        self._left = unseen | left
        moved = (c.id for c in waiting if is_moved(left[c.id].card, c, left[c.id].touched))
        return Worn(old, frozenset(moved))

    def say(self, item: str, is_new: bool) -> None:
        """Take a person's word on whether a card is new: one that is not was left as it lies."""
        if not is_new:
            self._left.pop(item.removeprefix(NEW), None)

    def _old(self, match: Snapshot, observed: Observation, answers: Answers) -> frozenset[str]:
        found = {card.id for card in observed.settled if card.id in match.proven}
        wants = [one for one in match.wanted if one.watch is Watch.CLEAR and one.cards]
        self._named = {zone: self._named[zone] for zone in self._named.keys() & _zones(wants)}
        for want in wants:
            zone, named = want.zone, Counter(want.cards)
            more = named - self._named.get(zone, Counter())
            left = (self._lie.get(zone, Counter()) if zone in self._named else Counter()) + more
            lies: Counter[str] = Counter()
            for card in sorted(
                in_zone(observed.settled, zone),
                key=lambda card: (card.id not in found, sure_name(card, answers) is None),
            ):
                name = likely_name(card, answers) or ""
                if card.id in found or lies[name] < left[name]:
                    lies[name] += 1
                    found.add(card.id)
            gone = _is_clear(zone, observed)
            self._named[zone], self._lie[zone] = named, lies if gone else left | lies
        return frozenset(found)


def _is_clear(zone: str, observed: Observation) -> bool:
    return observed.steady_in(zone) and observed.whole_in(zone)


def _entry(match: Snapshot, id_: str) -> int:
    """Return the newest entry of the log whose move has a picture; 0 where none has."""
    told = (one.seq for one in match.log if id_ in getattr(one.move, "proof", ()))
    return max(told, default=0)


def _zones(wants: Iterable[Want]) -> frozenset[str]:
    return frozenset(want.zone for want in wants)

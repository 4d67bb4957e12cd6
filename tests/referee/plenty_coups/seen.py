"""What the table sees of a match of Plenty Coups, as plain values: all that tests read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from referee.plenty_coups import hands
from referee.plenty_coups.state import Raid, State


def seen(state: State) -> dict[str, object]:
    """Return what lies where and who is to do what; what each tribe has, by its camp's number."""
    raids = [raid and (raid.tribe, tuple(sorted(raid.cards)), raid.turned) for raid in state.raids]
    proposed: dict[int, list[str]] = {camp: [] for camp in range(len(state.hands))}
    for proposal in state.proposals:
        proposed[proposal.tribe].append(proposal.card)
    return {
        "PC-2: plain": state.plain,
        "PC-4: pile": state.pile,
        "PC-4: discards": Counter(state.used),
        "PC-4: market": tuple(sorted(state.market)),
        "PC-82: unseen": Counter(state.unseen),
        "PC-82: known": _by_camp(tuple(sorted(cards)) for cards in state.known),
        "PC-2: horses": _by_camp(state.horses),
        "PC-7: prestige": _by_camp(state.prestige),
        "PC-22: stick": _by_camp(stick is not None for stick in state.sticks),
        "hand": _by_camp(state.hands),
        "PC-11: raid": _by_camp(raids),
        "PC-30: alliance": _by_camp(bond and (bond.card, bond.partner) for bond in state.bonds),
        "PC-30: proposals": {camp: tuple(sorted(cards)) for camp, cards in proposed.items()},
        "round": state.round,
        "turn": state.turn,
        "phase": str(state.phase.value),
        "PC-5: left": state.left,
        "fresh": state.fresh,
    }


def _by_camp(values: Iterable[object]) -> dict[int, object]:
    return dict(enumerate(values))


def thinned(state: State, camp: int, cards: Iterable[str]) -> State:
    """Return a match in which a hand has discarded cards."""
    gone = tuple(cards)
    return hands.discarded(hands.played(state, camp, *gone), gone)


def showing(state: State, known: Iterable[str]) -> State:
    """Return a match in which the first tribe, raided by the last, raids the second.

    Cards in its hand were seen, besides those it took.
    """
    there = Raid(2, ("swallow_4",)), Raid(1, ("bee_4",)), None
    held = (*state.known[0], *known)
    unseen = hands.less(state.unseen, *known, "swallow_4", "bee_4")
    return replace(state, raids=there, unseen=unseen, known=(held, (), ()))

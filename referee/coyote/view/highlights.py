"""The highlights of a match of Coyote, from the rounds that were counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from referee.contract import Frozen, Highlight, Message
from referee.coyote.state.phases import Count
from referee.coyote.state.state import State
from referee.coyote.state.story import Announcement
from referee.coyote.view.boldness import chance_of, in_tenths

BOLD = 3  # A number is bold if its chance was at most this many tenths.


class Round(Frozen):
    """A counted round: its announcements, its total, and the index of the `state` after it."""

    number: int
    said: tuple[Announcement, ...]
    total: int
    state: int

    @property
    def excess(self) -> int:
        """How far the challenged number was above the total."""
        return self.said[-1].number - self.total


def counted_rounds(states: Sequence[State]) -> list[Round]:
    """Return the counted rounds of a match, each with its last correction."""
    found: dict[int, Round] = {}
    for at, state in enumerate(states):
        result = state.phase.result
        if isinstance(result, Count) and state.said:
            kept = found.get(state.round)
            if kept is None or (kept.said, kept.total) != (state.said, result.total):
                found[state.round] = Round(state.round, state.said, result.total, at)
    return [found[number] for number in sorted(found)]


def highlights(states: Sequence[State]) -> Iterator[Highlight | None]:
    """Yield the highlights, the most remarkable first."""
    all_, last = counted_rounds(states), states[-1]
    held = [one for one in all_ if one.excess <= 0]
    fell = [one for one in all_ if one.excess > 0]
    yield _boldest(held, last) or _highlight_of(
        "coyote.highlight.held", held, lambda one: one.said[-1].number
    )
    yield _highlight_of("coyote.highlight.bluff", fell, lambda one: one.excess)
    yield _highlight_of("coyote.highlight.close", all_, lambda one: -abs(one.excess))
    longest = max(all_, key=lambda one: len(one.said), default=None)
    if longest is not None and len(longest.said) > 1:
        first, *_, end = longest.said
        params = {"count": len(longest.said), "first": first.number, "last": end.number}
        yield Highlight(
            Message("coyote.highlight.long", dict(params)), longest.number, longest.state
        )
    yield _highlight_of("coyote.highlight.held", held, lambda one: one.said[-1].number)
    richest = max(all_, key=lambda one: one.total, default=None)
    if richest is not None:
        message = Message("coyote.highlight.rich", {"total": richest.total})
        yield Highlight(message, richest.number, richest.state)


def _highlight_of(
    key: str, found: Sequence[Round], worth: Callable[[Round], int], **more: int
) -> Highlight | None:
    """Return a highlight about the round whose `worth` is greatest, or None."""
    if not found:
        return None
    one = max(found, key=worth)
    standing = one.said[-1]
    params = {"seat": standing.seat, "number": standing.number, "total": one.total, **more}
    return Highlight(Message(key, dict(params)), one.number, one.state)


def _boldest(held: Sequence[Round], last: State) -> Highlight | None:
    """Return a highlight about the number that held although its chance was the smallest."""
    chances: dict[Round, float] = {}
    for told, one in ((told, one) for told in last.story for one in held):
        if told.said == one.said and told.total == one.total:
            chance = chance_of(last.setup, told)
            if chance is not None:
                chances[one] = chance.mean
    if not chances:
        return None
    least = min(chances, key=lambda one: chances[one])
    tenths = in_tenths(chances[least])
    if tenths > BOLD:
        return None
    return _highlight_of("coyote.highlight.bold", [least], lambda one: one.total, tenths=tenths)

"""The notes that each player holds (CE-2), and which of them change hands in a payment.

A `Purse` counts the notes of one holder. A match has one purse for each seat and, last, one for the
bank. A `Handover` is one way to make a payment. Players may choose another.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from referee.contract import Frozen

NOTES = (2000, 1000, 500, 100)
STARTS = (2, 3, 5, 5)  # Number of notes of each value with which a player starts (CE-2).
PURSE = sum(note * many for note, many in zip(NOTES, STARTS, strict=True))
SMALLEST = NOTES[-1]

Purse = tuple[int, ...]  # `purse[i]` counts the notes of value `NOTES[i]`.
Purses = tuple[Purse, ...]
NOTHING: Purse = (0,) * len(NOTES)


class Change(Frozen):
    """Notes that the payer first changes with another holder, whose purse has index `other`."""

    other: int
    gives: Purse
    gets: Purse


class Handover(Frozen):
    """The notes of one payment: those changed first, those given, and those given back.

    `purses` holds the purses after the payment. If `all_change` is set, all players must first
    change money with one another, and the handover names no notes.
    """

    purses: Purses
    given: Purse = NOTHING
    back: Purse = NOTHING
    change: Change | None = None
    all_change: bool = False


def purse_value(purse: Purse) -> int:
    """Return the value of a purse in francs.

    >>> purse_value(STARTS)
    10000
    """
    return sum(note * many for note, many in zip(NOTES, purse, strict=True))


def list_notes(purse: Purse) -> tuple[int, ...]:
    """Return the notes of a purse one by one, the largest first.

    >>> list_notes((0, 1, 0, 2))
    (1000, 100, 100)
    """
    return tuple(note for note, many in zip(NOTES, purse, strict=True) for _ in range(many))


def share_out(amounts: tuple[int, ...], many: Purse) -> Purses:
    """Divide the notes `many` into purses worth `amounts`. Return () if no division works."""
    left, lacks = list(many), list(amounts)
    held = [list(NOTHING) for _ in amounts]
    for at, note in enumerate(NOTES):
        for holder, lack in enumerate(lacks):
            held[holder][at] = taken = min(left[at], lack // note)
            lacks[holder] -= note * taken
            left[at] -= taken
    return () if any(lacks) else tuple(map(tuple, held))


@lru_cache(maxsize=256)
def handover(purses: Purses, payer: int, payee: int, amount: int) -> Handover:
    """Return the notes with which `payer` pays `amount` to `payee`.

    The result has no purses if the purses are unknown, if `amount` is not a multiple of 100, or if
    the payer has too little money.
    """
    if not purses or amount % SMALLEST or purse_value(purses[payer]) < amount:
        return Handover(())
    if payment := _fewest_payment(purses[payer], purses[payee], amount):
        return Handover(_purses_after(purses, payer, payee, *payment), *payment)
    ways = []
    for other in (number for number in range(len(purses)) if number not in (payer, payee)):
        for gives, gets in _possible_changes(purses[payer], purses[other]):
            after = _purses_after(purses, payer, other, gives, gets)
            if payment := _fewest_payment(after[payer], after[payee], amount):
                ways.append((sum(gets) + sum(map(sum, payment)), other, gives, gets, payment))
    if ways:
        _, other, gives, gets, payment = min(ways)
        after = _purses_after(purses, payer, other, gives, gets)
        change = Change(other, gives, gets)
        return Handover(_purses_after(after, payer, payee, *payment), *payment, change)
    amounts = [purse_value(purse) for purse in purses]
    amounts[payer] -= amount
    amounts[payee] += amount
    many = tuple(map(sum, zip(*purses, strict=True)))
    return Handover(share_out(tuple(amounts), many), all_change=True)


def _fewest_payment(payer: Purse, payee: Purse, amount: int) -> tuple[Purse, Purse] | None:
    """Return the smallest set of notes to give and give back, or None if no combination works."""
    options = []
    for extra in range(0, NOTES[0], SMALLEST):
        back = _fewest(payee, extra)
        given = back and _fewest(payer, amount + extra)
        if given and back:
            options.append((sum(given) + sum(back), sum(back), given, back))
    return min(options)[2:] if options else None


def _fewest(purse: Purse, amount: int) -> Purse | None:
    """Return the smallest number of notes from a purse that make up an amount, or None.

    Each value divides the next larger one, so as many large notes as possible are the fewest.
    """
    rest, way = amount, []
    for note, many in zip(NOTES, purse, strict=True):
        taken = min(many, rest // note)
        rest -= note * taken
        way.append(taken)
    return None if rest else tuple(way)


def _combinations(purse: Purse, amount: int) -> Iterator[Purse]:
    """Yield each combination of notes from a purse that makes up an amount."""
    *large, small = (
        range(min(many, amount // note) + 1) for note, many in zip(NOTES, purse, strict=True)
    )
    for some in product(*large):
        rest = amount - purse_value((*some, 0))
        if rest >= 0 and rest // SMALLEST in small:
            yield (*some, rest // SMALLEST)


def _possible_changes(payer: Purse, other: Purse) -> Iterator[tuple[Purse, Purse]]:
    """Yield each note of `payer` that `other` can change, together with the smaller notes in
    return.
    """
    for at, note in enumerate(NOTES):
        gives = tuple(int(n == at) for n in range(len(NOTES)))
        smaller = tuple(0 if n <= at else many for n, many in enumerate(other))
        for gets in _combinations(smaller, note) if payer[at] else ():
            yield gives, gets


def _purses_after(purses: Purses, payer: int, payee: int, given: Purse, back: Purse) -> Purses:
    moved = [b - g for g, b in zip(given, back, strict=True)]
    return tuple(
        tuple(many + sign * change for many, change in zip(purse, moved, strict=True))
        if (sign := (holder == payer) - (holder == payee))
        else purse
        for holder, purse in enumerate(purses)
    )

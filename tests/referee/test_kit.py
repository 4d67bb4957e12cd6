"""What the games share: refusals, and a history that shares its past."""

from __future__ import annotations

import msgspec
import pytest

from referee.contract import Frozen
from referee.kit import (
    History,
    decode_history,
    encode_history,
)


class Seen(Frozen):
    card: str
    seats: tuple[int, ...] = ()


class Table(Frozen):
    seen: History[Seen] = History()


def test_a_longer_history_shares_the_shorter_one() -> None:
    short = History("ab")
    history, two = short.plus("c"), short.plus("d")
    assert history.before is short is two.before
    assert (list(short), list(history), list(two)) == (["a", "b"], ["a", "b", "c"], ["a", "b", "d"])
    assert [len(short), len(history), bool(short), bool(History())] == [2, 3, True, False]
    assert list(reversed(history)) == ["c", "b", "a"]
    assert repr(two) == "History(['a', 'b', 'd'])"


def test_histories_compare_by_their_entries() -> None:
    assert History("abc") == History("ab").plus("c")
    assert hash(History("abc")) == hash(History("ab").plus("c"))
    assert hash(History()) == hash(History(""))
    assert History("abc") != History("xbc")
    assert History("abc") != History("ab")
    assert History("ab") != ["a", "b"]
    assert History() == History("")


def test_a_history_of_any_length_is_compared_and_dropped_without_recursion() -> None:
    one, two = History(range(200_000)), History(range(200_000))
    assert one == two
    del one, two


def test_a_history_is_an_array_in_json() -> None:
    table = Table(History([Seen("a"), Seen("b", (1, 2))]))
    raw = msgspec.json.encode(table, enc_hook=encode_history)
    assert raw == b'{"seen":[{"card":"a"},{"card":"b","seats":[1,2]}]}'
    assert msgspec.json.decode(raw, type=Table, dec_hook=decode_history) == table
    assert msgspec.json.encode(Table()) == b"{}"
    for wrong in (b'{"seen": 5}', b'{"seen": [{"card": 5}]}', b'{"seen": ["a"]}'):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(wrong, type=Table, dec_hook=decode_history)
    with pytest.raises(NotImplementedError):
        msgspec.json.encode({"seen": object()}, enc_hook=encode_history)

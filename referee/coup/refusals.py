"""How Coup refuses: by a rule, with the key of what to say and what it was about."""

from __future__ import annotations

from typing import NoReturn

from referee.contract import BadOptions, IllegalMove, Message, Value


def refuse(rule: str, key: str, **params: Value) -> NoReturn:
    """Raise `IllegalMove`."""
    raise IllegalMove(rule, Message(f"coup.refused.{key}", params))


def refuse_options(rule: str, key: str, **params: Value) -> NoReturn:
    """Raise `BadOptions`."""
    raise BadOptions(rule, Message(f"coup.options.{key}", params))

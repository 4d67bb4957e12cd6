"""The facts about Coup d'État that tests of all games need."""

from __future__ import annotations

from referee.coup_detat.state.contracts import CONTRACTS
from tests.referee.coup_detat.dealing import short_settings
from tests.referee.known import Known

FOCUS = (
    *("asked", "claim", "clear", "coup", "draw", "left", "name", "play"),
    *("revoke", "revoke_rows", "rows", "short", "suit", "table"),
)


def keys() -> dict[str, frozenset[str] | None]:
    """Return the message keys of focus lines, and of the price or aim of each contract."""
    texts = {f"coup_detat.focus.{phase}" for phase in FOCUS}
    texts |= {
        f"coup_detat.{about}.{contract}" for about in ("tariff", "aim") for contract in CONTRACTS
    }
    return dict.fromkeys(texts)


RULES = {*range(1, 7), *range(10, 14), *range(20, 28), *range(30, 43), *range(50, 55)}
RULES |= {60, 61, 70, 71, 72}

KNOWN = Known(short_settings, {None: RULES}, {None: 6}, keys=keys, moves=120)

"""The merged names of the table: which names a host has declared to be one player."""

from __future__ import annotations

from typing import Any

from referee.names import player_key

KEY = "players.same"  # The key of the journal's note.


def same_names(kept: Any) -> dict[str, str]:
    """Return the merged names: the key of each name, with the key that its matches count for.

    `kept` is the note as it was stored, perhaps by an earlier version.
    """
    found = kept if isinstance(kept, dict) else {}
    return {player_key(one): player_key(str(other)) for one, other in found.items()}

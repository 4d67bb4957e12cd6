"""The flow of a round on one page: in each phase the moves that may come, and where they lead.

No rule asks it: random play holds the rules to the table, no way that is not in it, and none in it
that is never taken. An action is in it for the editions that have it.

`CardsCorrected` may come whenever cards were read in the round: it leads where the reading did that
it sets right, or, where no verdict rests on that, nowhere else. `Leave` may come while people talk
or between two rounds: it leads to the next deal, or to the end.
"""

from __future__ import annotations

from referee.coyote.state.moves import (
    Again,
    Announce,
    Approve,
    CardsRead,
    Challenge,
    Double,
    Extra,
    HandBack,
    Know,
    NextIs,
    Open,
    Reverse,
    SitOut,
    Skip,
    Swap,
)

Ways = dict[type, tuple[str, ...]]

# A turn that begins with an action (CY-42, CY-60 to CY-64): it may open the round, too.
_FIRST: Ways = {
    Announce: ("talking",),
    Reverse: ("declare",),
    Swap: ("declare",),
    Open: ("open",),
    Know: ("look",),
    Skip: ("talking",),
}
_COUNT: Ways = {CardsRead: ("draw", "counted", "over")}

FLOW: dict[str, Ways] = {
    "talking": {
        **_FIRST,
        # on what stands (CY-40, CY-44, CY-50, CY-51, CY-54)
        Challenge: ("reveal", "replaced"),
        Approve: ("talking",),
        HandBack: ("declare",),
        Again: ("again",),
        # by the announcer, until the next seat speaks (CY-41, CY-43, CY-45, CY-52, CY-53, CY-55)
        Double: ("talking",),
        Extra: ("talking",),
        NextIs: ("talking",),
    },
    "declare": {Announce: ("talking",)},
    "again": {Announce: ("answer",)},
    "answer": {Announce: ("talking",), Challenge: ("reveal",)},
    # A card is turned up before a player (CY-60), or a player looks at their own (CY-64).
    "open": {CardsRead: ("declare",)},
    "look": {CardsRead: ("guessed", "uncounted")},
    "guessed": {Announce: ("talking",), SitOut: ("talking",)},
    # The reveal: first what was swapped out (CY-78), then all that count (CY-6, CY-21).
    "replaced": {CardsRead: ("reveal",)},
    "reveal": _COUNT,
    "draw": _COUNT,
    "uncounted": {CardsRead: ("counted",)},
    "counted": _FIRST,
    "over": {},
}

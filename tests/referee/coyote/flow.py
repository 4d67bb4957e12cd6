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
from referee.coyote.state.state import Phase

Ways = dict[type, tuple[Phase, ...]]

# A turn that begins with an action (CY-42, CY-60 to CY-64): it may open the round, too.
_FIRST: Ways = {
    Announce: (Phase.TALKING,),
    Reverse: (Phase.DECLARE,),
    Swap: (Phase.DECLARE,),
    Open: (Phase.OPEN,),
    Know: (Phase.LOOK,),
    Skip: (Phase.TALKING,),
}
_COUNT: Ways = {CardsRead: (Phase.DRAW, Phase.COUNTED, Phase.OVER)}

FLOW: dict[Phase, Ways] = {
    Phase.TALKING: {
        **_FIRST,
        # on what stands (CY-40, CY-44, CY-50, CY-51, CY-54)
        Challenge: (Phase.REVEAL, Phase.REPLACED),
        Approve: (Phase.TALKING,),
        HandBack: (Phase.DECLARE,),
        Again: (Phase.AGAIN,),
        # by the announcer, until the next seat speaks (CY-41, CY-43, CY-45, CY-52, CY-53, CY-55)
        Double: (Phase.TALKING,),
        Extra: (Phase.TALKING,),
        NextIs: (Phase.TALKING,),
    },
    Phase.DECLARE: {Announce: (Phase.TALKING,)},
    Phase.AGAIN: {Announce: (Phase.ANSWER,)},
    Phase.ANSWER: {Announce: (Phase.TALKING,), Challenge: (Phase.REVEAL,)},
    # A card is turned up before a player (CY-60), or a player looks at their own (CY-64).
    Phase.OPEN: {CardsRead: (Phase.DECLARE,)},
    Phase.LOOK: {CardsRead: (Phase.GUESSED, Phase.UNCOUNTED)},
    Phase.GUESSED: {Announce: (Phase.TALKING,), SitOut: (Phase.TALKING,)},
    # The reveal: first what was swapped out (CY-78), then all that count (CY-6, CY-21).
    Phase.REPLACED: {CardsRead: (Phase.REVEAL,)},
    Phase.REVEAL: _COUNT,
    Phase.DRAW: _COUNT,
    Phase.UNCOUNTED: {CardsRead: (Phase.COUNTED,)},
    Phase.COUNTED: _FIRST,
    Phase.OVER: {},
}

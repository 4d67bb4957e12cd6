"""The flow of a match on one page: in each phase the moves that may come, and where they lead.

A deal goes from `COUP` through `NAME` to its tricks (`PLAY` and `CLEAR`, eight times) or to `ROWS`,
and from there to the next `COUP`, or to `OVER`. A revoke that shows or a payment beyond somebody's
cash interrupts it (`REVOKE`, `SHORT`), and leads back to where it was. What does not stand here is
refused; random play holds the rules to where each move leads.

The host's `CardsCorrected` leads where `CardPlayed` does, in whatever phase of a trick.
"""

from __future__ import annotations

from referee.coup_detat.state.moves import (
    Answer,
    Attempt,
    Borrow,
    CardDrawn,
    CardLaid,
    CardLeft,
    CardPlayed,
    CardsCorrected,
    Cleared,
    ContractRead,
    Correct,
    CoupShown,
    DeclareOnly,
    Decline,
    Done,
    Lend,
    LetStand,
    Mine,
    NameColour,
    NameContract,
    NameSuit,
    NothingLeft,
    OnTable,
    Pass,
    Refuse,
    TableCardTurned,
    TakeBack,
)
from referee.coup_detat.state.state import Phase

DRAW, COUP, CLAIM, NAME = Phase.DRAW, Phase.COUP, Phase.CLAIM, Phase.NAME
PLAY, SUIT, TABLE, CLEAR = Phase.PLAY, Phase.SUIT, Phase.TABLE, Phase.CLEAR
ROWS, REVOKE, OVER = Phase.ROWS, Phase.REVOKE, Phase.OVER
ASKED, SHORT, LEFT = Phase.ASKED, Phase.SHORT, Phase.LEFT

PLAYED = (PLAY, SUIT, TABLE, CLEAR, REVOKE)
RESUMED = (PLAY, CLEAR, ROWS, LEFT, REVOKE, SHORT, COUP, OVER)

FLOW: dict[Phase, dict[type, tuple[Phase, ...]]] = {
    # Each draws a card; equal highest cards go back and are drawn again (CE-3).
    DRAW: {CardDrawn: (DRAW, CLEAR)},
    # The holder of the Coup card speaks (CE-10, CE-11); before the deal one may borrow (CE-70).
    COUP: {
        Attempt: (NAME,),
        Decline: (NAME,),
        CoupShown: (CLAIM, CLEAR),
        OnTable: (COUP,),
        Borrow: (ASKED,),
    },
    CLAIM: {Mine: (CLEAR,), OnTable: (CLEAR,)},
    NAME: {NameContract: (PLAY, ROWS), ContractRead: (PLAY, ROWS)},
    # A trick; in an attempt the first one ends with the table card (CE-25).
    PLAY: {
        CardPlayed: PLAYED,
        DeclareOnly: (PLAY,),
        Answer: (PLAY,),
        TakeBack: (PLAY, SHORT),
        CardsCorrected: PLAYED,
    },
    SUIT: {NameSuit: (PLAY,), NameColour: (SUIT,), CardsCorrected: PLAYED},
    TABLE: {TableCardTurned: (CLEAR,), CardsCorrected: PLAYED},
    # What lies open goes: a trick, drawn cards, the Coup card that was shown.
    CLEAR: {
        Cleared: (DRAW, COUP, NAME, PLAY, SHORT, OVER),
        TakeBack: (PLAY,),
        CardsCorrected: PLAYED,
    },
    # Dominoes, until one holds cards, or in an attempt until one has none (CE-35).
    ROWS: {CardLaid: (ROWS, LEFT, REVOKE, SHORT, COUP, OVER), Pass: (ROWS,), Done: (ROWS,)},
    # What is left to whom after an attempt, where it may show a pass while able (CE-51).
    LEFT: {CardLeft: (REVOKE,), NothingLeft: (LEFT, SHORT, COUP, OVER)},
    # A revoke shows: back to its card, or on (CE-26).
    REVOKE: {Correct: (PLAY, ROWS, SHORT), LetStand: RESUMED, CardsCorrected: PLAYED},
    # A loan, by the lender's own word (CE-70, CE-71).
    ASKED: {Lend: (COUP,), Refuse: (COUP,)},
    SHORT: {Lend: RESUMED, Refuse: RESUMED},
    OVER: {},
}

"""The flow of a match on one page: the moves of each phase, and the phases they lead to.

The host's `CardsCorrected` leads to the same phases as `CardPlayed`, in every phase of a trick.
"""

from __future__ import annotations

from referee.coup_detat.state import moves, phases
from referee.coup_detat.state.phases import (
    Claiming,
    ClearingDraw,
    DecidingRevokes,
    Drawing,
    Gathering,
    Laying,
    Lending,
    Naming,
    NamingSuit,
    Over,
    Playing,
    PuttingBack,
    Speaking,
    TurningUp,
    TurningUpRest,
    WaitingForLoan,
)

PLAYED = (Playing, NamingSuit, TurningUp, Gathering, DecidingRevokes)
RESUMED = (
    Playing,
    Gathering,
    Laying,
    TurningUpRest,
    DecidingRevokes,
    WaitingForLoan,
    Speaking,
    Over,
)
# A deal whose rest is not played is settled at once (SL-25).
SETTLED = (WaitingForLoan, Speaking, Over)
EARLY: dict[type, tuple[type[phases.Phase], ...]] = {
    moves.EndDeal: SETTLED,
    moves.ClaimRest: SETTLED,
}

FLOW: dict[type[phases.Phase], dict[type, tuple[type[phases.Phase], ...]]] = {
    # Each draws a card; equal highest cards go back and are drawn again (CE-3).
    Drawing: {moves.CardDrawn: (Drawing, ClearingDraw)},
    ClearingDraw: {moves.Cleared: (Drawing, Speaking)},
    # The holder of the Coup card speaks (CE-10, CE-11); before the deal one may borrow (CE-70).
    Speaking: {
        moves.Attempt: (Naming,),
        moves.Decline: (Naming,),
        moves.CoupShown: (Claiming, PuttingBack),
        moves.OnTable: (Speaking,),
        moves.Borrow: (Lending,),
    },
    Claiming: {moves.Mine: (PuttingBack,), moves.OnTable: (PuttingBack,)},
    PuttingBack: {moves.Cleared: (Speaking, Naming)},
    Naming: {moves.NameContract: (Playing, Laying), moves.ContractRead: (Playing, Laying)},
    # A trick; in an attempt the first one ends with the table card (CE-25).
    Playing: {
        moves.CardPlayed: PLAYED,
        moves.DeclareOnly: (Playing,),
        moves.Answer: (Playing,),
        moves.TakeBack: (Playing, WaitingForLoan),
        moves.CardsCorrected: PLAYED,
        **EARLY,
    },
    NamingSuit: {
        moves.NameSuit: (Playing,),
        moves.NameColour: (NamingSuit,),
        moves.CardsCorrected: PLAYED,
    },
    TurningUp: {moves.TableCardTurned: (Gathering,), moves.CardsCorrected: PLAYED},
    Gathering: {
        moves.Cleared: (Playing, WaitingForLoan, Speaking, Over),
        moves.TakeBack: (Playing,),
        moves.CardsCorrected: PLAYED,
        **EARLY,
    },
    # Dominoes, until one holds cards, or in an attempt until one has none (CE-35).
    Laying: {
        moves.CardLaid: (Laying, TurningUpRest, DecidingRevokes, WaitingForLoan, Speaking, Over),
        moves.Pass: (Laying,),
        moves.Done: (Laying,),
        moves.EndDeal: SETTLED,
    },
    # What is left to whom after an attempt, where it may show a pass while able (CE-51).
    TurningUpRest: {
        moves.CardLeft: (DecidingRevokes,),
        moves.NothingLeft: (TurningUpRest, WaitingForLoan, Speaking, Over),
    },
    # A revoke shows: back to its card, or on (CE-26).
    DecidingRevokes: {
        moves.Correct: (Playing, Laying, WaitingForLoan),
        moves.LetStand: RESUMED,
        moves.CardsCorrected: PLAYED,
    },
    # A loan, by the lender's own word (CE-70, CE-71).
    Lending: {moves.Lend: (Speaking,), moves.Refuse: (Speaking,)},
    WaitingForLoan: {moves.Lend: RESUMED, moves.Refuse: RESUMED},
    Over: {},
}

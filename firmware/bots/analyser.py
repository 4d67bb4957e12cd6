"""Requests the analysis of a past match from the bot process."""

from __future__ import annotations

from collections.abc import Callable

from firmware.bots.bot_process import BotProcess, BotProcessGone
from firmware.bots.messages import AnalysisRequest, AnalysisResult
from referee import library
from referee.match.desk import Desk
from referee.match.past.history import replay_match
from referee.match.running import RunningMatch
from referee.reports.analysis import CostlyMoves


class Analyser:
    """Sends matches to the bot process. The first match starts the process; `close` ends it."""

    def __init__(self, desk: Desk, data: str = "") -> None:
        self._desk, self._mind = desk, BotProcess(data)

    def find(self, match: int, goes_on: Callable[[], bool]) -> tuple[int, CostlyMoves]:
        """Return the costliest moves, after the number of the journal entry since which the moves
        have not changed.

        Raise `IllegalMove` if the match is not over, and `BotProcessGone` if there is no result.
        """
        running = replay_match(self._desk, match)
        review = analysis_request(running)
        answer = self._mind.review(review, goes_on)
        if not isinstance(answer, AnalysisResult):
            raise BotProcessGone(str(answer))
        return running.steps_seq, CostlyMoves(review.persons, answer.missed)

    def close(self) -> None:
        """End the process."""
        self._mind.close()


def analysis_request(running: RunningMatch) -> AnalysisRequest:
    """Return the request to analyse a match, for the seats at which a person played."""
    players = running.players
    entries = running.ending().entries[1:]
    return AnalysisRequest(
        running.game.name,
        library.to_plain(running.states[0]),
        tuple(library.to_plain(move) for move in running.moves),
        tuple(seat for seat in range(running.seats) if not all(players.levels_of(seat))),
        tuple(
            number
            for number, entry in enumerate(entries)
            if entry.by.kind is None and entry.by.seat is not None
        ),
        f"{running.match}",
    )

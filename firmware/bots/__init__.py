"""The table's own players: each thinks in a process beside the table's, and acts as a bot does.

In come the match's snapshots and the cards that a seat may look at; out go moves, and what hands
do: the virtual table's own, or people's, who are told what is wanted and whose doings are judged.
Where no seat is the table's, nothing of it is loaded or runs.
"""

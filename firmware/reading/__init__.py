"""Reading: from cards that lie still to a move, or to a question for the table.

In come frames; out go moves and questions.
"""

"""Find how cards are arranged without a mat: in rows and columns, or around a middle.

The input is the corners of equally large cards in a picture. The results are the table's plane, and
each card's cell or side of the table, or None if uncertain.
"""

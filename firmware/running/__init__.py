"""The running table.

`build` makes the parts of a table in the order in which they need each other, and the table gets
them finished. Parts tell each other news by `events`, so that no part needs a later one.
Pages, panel and console work on one match, each in its own thread.
"""

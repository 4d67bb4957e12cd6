"""The ledger's memory: which card on the table is which card of the layout."""

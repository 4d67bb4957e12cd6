"""Tables with real cards, written from the rules alone: what the referee is judged by."""

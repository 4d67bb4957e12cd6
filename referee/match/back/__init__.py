"""Going back: undone steps, corrected cards, and a deal that is annulled."""

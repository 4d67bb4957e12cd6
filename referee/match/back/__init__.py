"""Going back: undone steps, and a deal that is annulled."""

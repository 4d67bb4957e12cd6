"""What each move changes, by subject, and how a match ends."""

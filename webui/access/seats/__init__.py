"""The phones at the seats: who asks for one, who gets it, and what each phone is told."""

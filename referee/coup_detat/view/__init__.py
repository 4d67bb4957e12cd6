"""What is offered, shown and told of a match."""

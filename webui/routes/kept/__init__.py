"""Past matches: people at the table read and share them, a host corrects and deletes them."""

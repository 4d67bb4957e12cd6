"""The pages: requests in, moves out to the table's port; its changes out to every open page."""

"""How pages are brought: connections, threads, event streams, all of it compressed."""

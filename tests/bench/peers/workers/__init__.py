"""Programs that run the queries of one peer in a process of its own."""

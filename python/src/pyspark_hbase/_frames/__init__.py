"""The answers of region servers: frames that cover the row keys, merged into one result."""

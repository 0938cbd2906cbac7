"""Values, row keys and cells: bytes in, Python and Arrow values out, and back (docs/FORMAT.md)."""

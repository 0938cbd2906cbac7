"""Values, row keys and cells: bytes in, Python and Arrow values out, and back.

The bytes are those of docs/FORMAT.md; golden files prove that the JVM reads and writes them alike.
"""

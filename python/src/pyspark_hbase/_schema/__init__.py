"""Tables as the documents of the catalog describe them.

The documents state where each column lies, with its type and encoding; the messages of types for
sub-plans are made here too.
"""

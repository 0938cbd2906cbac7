"""Reports of what a query reads and where its parts run, as text and as pages.

``model`` is plain data from the connector's document; ``report`` and ``pictures`` show it.
"""

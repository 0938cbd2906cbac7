"""Reports of what a query reads and where its parts run, as text and as pages."""

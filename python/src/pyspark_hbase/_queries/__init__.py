"""Queries and tables that a connection keeps, so that the next question need not be planned."""

"""Queries and tables that a connection keeps, so that the next question need not be planned.

A kept description of a table is confirmed with the rows that are asked for; an answer by an old
description is thrown away.
"""

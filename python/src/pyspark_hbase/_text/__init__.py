"""Texts for people: errors, names that are near, tables of text, bytes.

This is the lowest room: everything may use it, and it uses nothing of the package.
"""

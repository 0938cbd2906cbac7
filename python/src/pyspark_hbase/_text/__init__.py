"""Texts for people: errors, names that are near, bytes."""

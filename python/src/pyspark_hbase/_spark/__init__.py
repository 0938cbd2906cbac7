"""Spark sessions, and Java with the product's jars."""

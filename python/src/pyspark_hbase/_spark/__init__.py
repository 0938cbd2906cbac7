"""Spark sessions, and Java processes with the product's jars.

``session`` finds Java and the jars and starts or configures Spark; ``connect`` serves Spark
Connect; ``jvm`` runs HBase's own client without a Spark session.
"""

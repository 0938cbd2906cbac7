"""The answers of region servers, from frames to one result.

Coverage proves that frames cover the row keys once; states of aggregates are merged as Spark
merges them.
"""

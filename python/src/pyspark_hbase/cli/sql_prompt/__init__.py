"""The SQL prompt ``pyspark-hbase sql``: statements, results as texts and files, completion.

The input is split into statements and commands, an engine (Spark or Thrift) answers with an Arrow
table, and a format writes it. Only ``_prompt`` imports prompt_toolkit.
"""

"""The SQL prompt ``pyspark-hbase sql``: statements, results as texts and files, completion."""

"""The jars of the embedded HBase; :mod:`pyspark_hbase.embedded` starts it."""

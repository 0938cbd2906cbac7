"""Spark SQL on HBase: sub-plans of Spark queries run inside HBase region servers."""

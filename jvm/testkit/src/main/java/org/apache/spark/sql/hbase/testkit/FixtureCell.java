package org.apache.spark.sql.hbase.testkit;

/** One cell as HBase would deliver it. */
public record FixtureCell(byte[] family, byte[] qualifier, long timestamp, byte[] value) {}

package org.apache.spark.sql.hbase.testkit;

import org.apache.spark.sql.hbase.codec.types.SqlType;

/** A column of a fixture table. */
public record FixtureColumn(String name, SqlType type) {}

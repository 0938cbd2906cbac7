package org.apache.spark.sql.hbase.testkit;

import org.apache.spark.sql.hbase.engine.row.CellName;

/**
 * One cell as HBase would deliver it.
 *
 * @param name {@link CellName}
 */
public record FixtureCell(byte[] name, long timestamp, byte[] value) {
  /** A cell of that family and qualifier. */
  public FixtureCell(byte[] family, byte[] qualifier, long timestamp, byte[] value) {
    this(CellName.bytes(family, qualifier), timestamp, value);
  }
}

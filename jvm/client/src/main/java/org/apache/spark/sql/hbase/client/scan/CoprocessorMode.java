package org.apache.spark.sql.hbase.client.scan;

/** The place where a sub-plan may run. */
public enum CoprocessorMode {
  /** In the region servers; in this process for regions whose server cannot. */
  AUTO,
  /** In this process, over plain scans: the coprocessor is not asked. */
  OFF,
  /** In the region servers; an error where one cannot. */
  REQUIRE
}

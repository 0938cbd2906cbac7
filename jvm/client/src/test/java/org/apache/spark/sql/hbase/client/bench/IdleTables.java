package org.apache.spark.sql.hbase.client.bench;

import java.util.Locale;
import org.apache.hadoop.hbase.TableName;
import org.apache.spark.sql.hbase.client.admin.TableCoprocessor;

/** Equal tables that differ in their coprocessor. */
enum IdleTables {
  NO_COPROCESSOR(null),
  /** HBase calls it as any other: what that costs is not ours. */
  EMPTY_OBSERVER(RegionFinder.class.getName()),
  OURS(TableCoprocessor.CLASS_NAME);

  /** The number of tables of each kind: the places of two tables in memory differ as well. */
  static final int TABLES = 4;

  /** Class of the coprocessor, or null. */
  final String coprocessor;

  IdleTables(String coprocessor) {
    this.coprocessor = coprocessor;
  }

  TableName table(int number) {
    return TableName.valueOf("bench_idle_" + name().toLowerCase(Locale.ROOT) + number);
  }
}

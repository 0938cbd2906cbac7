package org.apache.spark.sql.hbase.client.admin;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.Coprocessor;
import org.apache.hadoop.hbase.client.CoprocessorDescriptor;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** How a table's descriptor names the coprocessor. Stateless. */
final class TableCoprocessor {
  static final String CLASS_NAME = "org.apache.spark.sql.hbase.coprocessor.SparkSQLRegionObserver";

  /** An error in a hook then costs one region its coprocessor instead of the region server. */
  static final String ABORT_ON_ERROR = "hbase.coprocessor.abortonerror";

  private TableCoprocessor() {}

  /** Attaches the jar, in place of one that is attached. */
  static TableDescriptorBuilder attach(TableDescriptorBuilder table, String jar)
      throws IOException {
    return detached(table)
        .setCoprocessor(
            CoprocessorDescriptorBuilder.newBuilder(CLASS_NAME)
                .setJarPath(jar)
                .setPriority(Coprocessor.PRIORITY_USER)
                .setProperty(ABORT_ON_ERROR, "false")
                .build())
        .setValue(ABORT_ON_ERROR, "false");
  }

  /** Takes the coprocessor off, and what only it needed; other coprocessors stay as they are. */
  static TableDescriptorBuilder detach(TableDescriptorBuilder table) {
    detached(table);
    return table.build().getCoprocessorDescriptors().isEmpty()
        ? table.removeValue(ABORT_ON_ERROR)
        : table;
  }

  static Optional<CoprocessorDescriptor> find(TableDescriptor table) {
    return table.getCoprocessorDescriptors().stream()
        .filter(coprocessor -> coprocessor.getClassName().equals(CLASS_NAME))
        .findFirst();
  }

  private static TableDescriptorBuilder detached(TableDescriptorBuilder table) {
    return table.build().hasCoprocessor(CLASS_NAME) ? table.removeCoprocessor(CLASS_NAME) : table;
  }
}

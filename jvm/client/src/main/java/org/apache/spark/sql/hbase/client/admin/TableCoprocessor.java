package org.apache.spark.sql.hbase.client.admin;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.Coprocessor;
import org.apache.hadoop.hbase.client.CoprocessorDescriptor;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** Writes the coprocessor into a table's descriptor and finds it there. Stateless. */
public final class TableCoprocessor {
  public static final String CLASS_NAME =
      "org.apache.spark.sql.hbase.coprocessor.SparkSQLRegionObserver";

  /** An error in a hook then costs one region its coprocessor instead of the region server. */
  static final String ABORT_ON_ERROR = "hbase.coprocessor.abortonerror";

  private TableCoprocessor() {}

  /**
   * Attaches the jar, in place of one that is attached.
   *
   * @param jar path with scheme, as region servers read it
   * @return the builder given
   * @throws IOException if HBase does not take the path
   */
  public static TableDescriptorBuilder attach(TableDescriptorBuilder table, String jar)
      throws IOException {
    return removed(table)
        .setCoprocessor(
            CoprocessorDescriptorBuilder.newBuilder(CLASS_NAME)
                .setJarPath(jar)
                .setPriority(Coprocessor.PRIORITY_USER)
                .setProperty(ABORT_ON_ERROR, "false")
                .build())
        .setValue(ABORT_ON_ERROR, "false");
  }

  /**
   * Takes the coprocessor off, if it is attached, and the table's setting that only it needed. The
   * setting stays while another coprocessor is on the table, and so does another value of it: that
   * one is the user's.
   *
   * @return the builder given
   */
  public static TableDescriptorBuilder detach(TableDescriptorBuilder table) {
    TableDescriptor without = removed(table).build();
    return without.getCoprocessorDescriptors().isEmpty()
            && "false".equals(without.getValue(ABORT_ON_ERROR))
        ? table.removeValue(ABORT_ON_ERROR)
        : table;
  }

  public static boolean isAttached(TableDescriptor table) {
    return table.hasCoprocessor(CLASS_NAME);
  }

  /** The path of the attached jar; empty also for a class of the server's own class path. */
  public static Optional<String> jar(TableDescriptor table) {
    return find(table).flatMap(CoprocessorDescriptor::getJarPath);
  }

  static Optional<CoprocessorDescriptor> find(TableDescriptor table) {
    return table.getCoprocessorDescriptors().stream()
        .filter(coprocessor -> coprocessor.getClassName().equals(CLASS_NAME))
        .findFirst();
  }

  private static TableDescriptorBuilder removed(TableDescriptorBuilder table) {
    return isAttached(table.build()) ? table.removeCoprocessor(CLASS_NAME) : table;
  }
}

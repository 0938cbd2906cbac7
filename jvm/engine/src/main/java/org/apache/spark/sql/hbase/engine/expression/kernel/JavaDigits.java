package org.apache.spark.sql.hbase.engine.expression.kernel;

import org.apache.spark.sql.hbase.wire.proto.FloatingDigits;

/**
 * The decimal digits in which this Java writes FLOAT and DOUBLE. Java 19 began to write as few as
 * tell a number from its neighbours, so Spark and a region server can differ.
 */
public final class JavaDigits {
  private static final FloatingDigits OWN =
      Double.toString(2e23).equals("2.0E23")
          ? FloatingDigits.SHORTEST_DIGITS
          : FloatingDigits.SOME_LONGER_DIGITS;

  private JavaDigits() {}

  public static FloatingDigits own() {
    return OWN;
  }
}

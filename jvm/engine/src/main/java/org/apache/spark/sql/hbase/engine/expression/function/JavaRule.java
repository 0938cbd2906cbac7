package org.apache.spark.sql.hbase.engine.expression.function;

/** A rule that may differ between two releases of Java, besides those of the zone of a call. */
public enum JavaRule {
  /** English names of months, days and halves of the day. */
  NAMES,
  /** The last digit of functions of DOUBLE that Java leaves open. */
  DOUBLE_FUNCTIONS,
  /** The time zones that texts may name. */
  TEXT_ZONES,
  /** The digits of FLOAT and DOUBLE as text or decimal. */
  FLOATING_DIGITS
}

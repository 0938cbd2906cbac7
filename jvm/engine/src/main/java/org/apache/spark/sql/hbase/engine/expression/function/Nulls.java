package org.apache.spark.sql.hbase.engine.expression.function;

/** The effect of a NULL argument on the result of a function. */
public enum Nulls {
  /** The result is NULL wherever an argument is; it may be NULL elsewhere too. */
  OF_ANY_ARGUMENT,

  /** The function has a rule of its own, as COALESCE and {@code <=>} have. */
  BY_OWN_RULE
}

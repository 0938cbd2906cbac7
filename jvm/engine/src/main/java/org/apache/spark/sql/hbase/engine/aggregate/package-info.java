/**
 * Partial aggregates. Each keeps the state of all groups in plain arrays, indexed by group. It
 * writes them as the state columns that Spark's final aggregation merges.
 */
package org.apache.spark.sql.hbase.engine.aggregate;

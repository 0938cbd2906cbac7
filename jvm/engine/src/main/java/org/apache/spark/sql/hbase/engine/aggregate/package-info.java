/**
 * Partial aggregates: each keeps the state of all groups in plain arrays, indexed by group, and
 * writes it as the state columns that Spark's final aggregation merges.
 */
package org.apache.spark.sql.hbase.engine.aggregate;

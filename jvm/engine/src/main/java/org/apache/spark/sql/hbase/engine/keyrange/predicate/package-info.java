/**
 * From a predicate to the boxes of row keys for which it can be TRUE, can be FALSE, and can raise
 * an error. Predicates are comparisons with constants, lists, LIKE, and monotone calls of one key
 * column.
 */
package org.apache.spark.sql.hbase.engine.keyrange.predicate;

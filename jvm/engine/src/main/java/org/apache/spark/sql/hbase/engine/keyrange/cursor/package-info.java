/**
 * Walks through sorted sets of row keys while rows are read: whether a row is held, and which row
 * comes next. Cursors are made by {@code KeyRanges} for one scan each, and know no predicate.
 */
package org.apache.spark.sql.hbase.engine.keyrange.cursor;

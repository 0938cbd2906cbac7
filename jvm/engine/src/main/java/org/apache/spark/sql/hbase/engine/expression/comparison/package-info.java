/**
 * Comparisons in Spark's order, with NaN above all numbers and -0.0 equal to 0.0, greatest and
 * least, and IN over constants. Long lists are searched in a bitmap, a hash table or a sorted
 * array.
 */
package org.apache.spark.sql.hbase.engine.expression.comparison;

/** Comparisons and IN. */
package org.apache.spark.sql.hbase.engine.expression.comparison;

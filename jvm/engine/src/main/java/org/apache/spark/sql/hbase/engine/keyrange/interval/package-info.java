/**
 * Sets of row keys as bytes: ranges, sorted sets of ranges, and boxes, whose parts each lie in a
 * set of their own. Knows neither predicates nor tables.
 */
package org.apache.spark.sql.hbase.engine.keyrange.interval;

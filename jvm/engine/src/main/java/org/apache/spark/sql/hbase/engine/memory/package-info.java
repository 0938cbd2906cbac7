/**
 * Counted memory: a budget for each scan under one budget for the region server. An account refuses
 * what does not fit, and its owner then drains or gives up.
 */
package org.apache.spark.sql.hbase.engine.memory;

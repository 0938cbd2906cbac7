/**
 * DECIMAL as integers of 64 or 128 bits with a scale: arithmetic, rescaling and rounding. Results
 * that need more bits go through BigDecimal.
 */
package org.apache.spark.sql.hbase.engine.expression.decimal;

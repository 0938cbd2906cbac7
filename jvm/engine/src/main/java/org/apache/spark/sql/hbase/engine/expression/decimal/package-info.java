/** DECIMAL in 128 bits: arithmetic, rescaling, rounding. */
package org.apache.spark.sql.hbase.engine.expression.decimal;

/**
 * Casts from STRING, to it, and between it and BINARY, with Spark's texts for numbers, dates and
 * timestamps, in ANSI, legacy and TRY mode.
 */
package org.apache.spark.sql.hbase.engine.expression.textcast;

/**
 * Functions of DATE, TIMESTAMP and TIMESTAMP_NTZ: fields, truncation, arithmetic, patterns and time
 * zones, in the proleptic Gregorian calendar.
 */
package org.apache.spark.sql.hbase.engine.expression.time;

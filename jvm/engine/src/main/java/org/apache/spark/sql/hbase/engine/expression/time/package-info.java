/**
 * Functions of DATE, TIMESTAMP and TIMESTAMP_NTZ, by families. The calendar and time zones lie in
 * {@code calendar}, texts by patterns in {@code pattern}.
 */
package org.apache.spark.sql.hbase.engine.expression.time;

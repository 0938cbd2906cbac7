/**
 * Dates, clocks and time zones as numbers, without allocating. Every function of time builds on it;
 * it knows no function.
 */
package org.apache.spark.sql.hbase.engine.expression.time.calendar;

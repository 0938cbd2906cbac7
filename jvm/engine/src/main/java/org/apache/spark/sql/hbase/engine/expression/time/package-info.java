/** Functions of DATE, TIMESTAMP and TIMESTAMP_NTZ; calendar and time zones. */
package org.apache.spark.sql.hbase.engine.expression.time;

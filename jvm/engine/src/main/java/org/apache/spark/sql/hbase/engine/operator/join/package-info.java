/**
 * BROADCAST_JOIN: rows joined with build rows that travel in the sub-plan. Finds build rows by the
 * tables of {@code operator.group}; knows no other operator.
 */
package org.apache.spark.sql.hbase.engine.operator.join;

/**
 * AGGREGATE: groups and the states of their aggregate functions. Finds groups by the tables of
 * {@code operator.group}; knows no other operator.
 */
package org.apache.spark.sql.hbase.engine.operator.aggregate;

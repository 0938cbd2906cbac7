/**
 * Hash functions: those that give Spark's values, for functions and aggregates alike, and one for
 * hash tables.
 */
package org.apache.spark.sql.hbase.engine.hash;

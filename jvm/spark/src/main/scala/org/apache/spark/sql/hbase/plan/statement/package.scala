package org.apache.spark.sql.hbase.plan

/**
 * Rules and plans for statements rather than queries, such as ANALYZE, INSERT that reads its own
 * table, and names that are nearly right.
 */
package object statement

package org.apache.spark.sql.hbase.plan

/**
 * Rules and plans for statements, not queries: ANALYZE, an INSERT that reads its own table, the columns that an
 * UPDATE sets, and names that are nearly right.
 */
package object statement

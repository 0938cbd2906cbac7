package org.apache.spark.sql.hbase

/**
 * The functions of the catalog that Spark calls for partitioning and sorting: `row_key`
 * and `bucket`.
 */
package object function

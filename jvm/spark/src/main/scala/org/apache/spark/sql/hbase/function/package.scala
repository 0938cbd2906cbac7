package org.apache.spark.sql.hbase

/**
 * The functions of the catalog that Spark calls for partitioning and sorting: `row_key` for the order of row keys
 * and `bucket` for salted tables.
 */
package object function

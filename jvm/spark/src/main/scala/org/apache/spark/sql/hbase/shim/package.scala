package org.apache.spark.sql.hbase

/**
 * All that differs between the lines of Spark. The objects and traits of this package lie in `src/main/spark-4.3`,
 * `src/main/spark-4.2` and so on, one folder per line. The names and members are the same in each. The build compiles
 * one of the folders with the common sources in `src/main/scala`, so nothing is decided when a query runs. The package
 * uses no other package of ours.
 */
package object shim

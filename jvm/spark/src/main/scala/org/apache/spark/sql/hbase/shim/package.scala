package org.apache.spark.sql.hbase

/**
 * All that differs between the lines of Spark, and between versions of Scala. Where lines part, two folders have the same
 * objects and traits with the same members: `src/main/spark-4.3` beside `src/main/spark-3.5-4.2`, and so on. The build
 * compiles one folder of each pair with the common sources in `src/main/scala`. So nothing is decided when a query runs.
 * The package uses no other package of ours.
 */
package object shim

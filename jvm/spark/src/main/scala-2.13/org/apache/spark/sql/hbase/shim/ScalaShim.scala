package org.apache.spark.sql.hbase.shim

/** Methods that the sources take from Scala 2.13, and that Scala 2.12 lacks: none here. */
object ScalaShim

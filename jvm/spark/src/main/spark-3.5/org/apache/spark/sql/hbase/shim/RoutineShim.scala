package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.parser.ParserInterface

/** A parser that reads the parameters of a routine, for which Spark asks since 4.0. */
trait RoutineShim extends ParserInterface

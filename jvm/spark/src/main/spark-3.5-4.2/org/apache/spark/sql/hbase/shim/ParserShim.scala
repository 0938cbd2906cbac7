package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.parser.ParserInterface

/** A parser in front of another: what only some lines of Spark ask a parser for goes to that one. */
trait ParserShim extends ParserInterface {
  protected def next: ParserInterface
}

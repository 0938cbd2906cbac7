package org.apache.spark.sql.hbase.shim

import java.util

import org.apache.spark.sql.connector.catalog.Column
import org.apache.spark.sql.connector.expressions.Transform

/**
 * A table as a statement declares it.
 *
 * @param primaryKey its columns; None if the statement has no PRIMARY KEY
 * @param hasOtherConstraints it has a CHECK, UNIQUE or FOREIGN KEY
 */
private[hbase] final case class TableDeclaration(
    columns: Seq[Column],
    partitions: Seq[Transform],
    properties: util.Map[String, String],
    primaryKey: Option[Seq[String]],
    hasOtherConstraints: Boolean = false
)

package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.connector.catalog.Table
import org.apache.spark.sql.connector.catalog.constraints.Constraint
import org.apache.spark.sql.connector.expressions.{FieldReference, NamedReference}

/** A table that says its ID, its version and its key, for which Spark asks since 4.1. */
private[hbase] trait TableShim extends Table {

  /** The columns of the primary key; none if rows share a key. */
  private[hbase] def declaredKey: Seq[String] = Nil

  override def constraints(): Array[Constraint] = if (declaredKey.isEmpty) Array.empty
  else {
    val columns = declaredKey.map(name => FieldReference.column(name): NamedReference).toArray
    Array(Constraint.primaryKey("pk", columns).enforced(false).rely(true).build())
  }
}

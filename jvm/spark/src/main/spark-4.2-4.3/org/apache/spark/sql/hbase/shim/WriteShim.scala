package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.SparkSessionExtensions
import org.apache.spark.sql.catalyst.analysis.{NamedRelation, TableOutputResolver}
import org.apache.spark.sql.catalyst.analysis.TableOutputResolver.DefaultValueFillMode
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.{InsertOnlyMerge, LogicalPlan, V2WriteCommand}
import org.apache.spark.sql.internal.SQLConf

/** Parts of writes that have other members in other lines of Spark. */
object WriteShim {

  /** Computes the columns of a table from those of a query by name; a column that is not there has its default. */
  def columnsByName(table: String, columns: Seq[Attribute], query: LogicalPlan, conf: SQLConf): LogicalPlan =
    TableOutputResolver.resolveOutputColumns(table, columns, query, byName = true, conf, DefaultValueFillMode.FILL)
}

/** Matches the write of a MERGE that only inserts, which Spark 4.2 and later plan as a node of its own. */
object InsertOnlyMergeShim {

  /** Adds the rules by which such a write is known. */
  def register(extensions: SparkSessionExtensions): Unit = ()

  def unapply(plan: LogicalPlan): Option[(V2WriteCommand, NamedRelation)] = plan match {
    case merge: InsertOnlyMerge => Some((merge, merge.table))
    case _ => None
  }
}

package org.apache.spark.sql.hbase.write

import com.google.protobuf.ByteString

import org.apache.spark.sql.catalyst.expressions.{AttributeReference, AttributeSet}
import org.apache.spark.sql.connector.expressions.filter.Predicate
import org.apache.spark.sql.hbase.plan.catalyst.{PushedOperator, SubPlanAssembly}
import org.apache.spark.sql.hbase.plan.push.{KeyConditions, SourcePredicates}
import org.apache.spark.sql.hbase.schema.{AssembledStructs, SparkTypes, TableLayouts, TableSchema}
import org.apache.spark.sql.hbase.wire.proto.{Expression => ProtoExpression}
import org.apache.spark.sql.hbase.write.encode.ExactRowKeys
import org.apache.spark.sql.types.CharType

/** The rows of a table that a statement deletes. */
private[hbase] sealed trait DeletedRows

private[hbase] object DeletedRows {
  case object All extends DeletedRows

  /**
   * @param subPlan whose rows are the key columns of the rows to delete, in row-key order
   * @param conditions its operators, for EXPLAIN
   */
  final case class Where(subPlan: ByteString, conditions: Seq[PushedOperator]) extends DeletedRows

  /**
   * The rows for which all predicates are true, as a SELECT would find them. None where that cannot be said exactly: then
   * Spark itself looks for the rows. An error where values do not tell row keys.
   */
  def of(table: TableSchema, predicates: Seq[Predicate]): Option[DeletedRows] =
    predicates.filterNot(_.name == "ALWAYS_TRUE") match {
      case Seq() => Some(All)
      case conditions => where(table, conditions)
    }

  private def where(table: TableSchema, predicates: Seq[Predicate]): Option[Where] = {
    ExactRowKeys.check(table)
    val columns = comparable(table)
    val conjuncts = predicates.flatMap(SourcePredicates.toCatalyst(_, columns))
    if (conjuncts.size < predicates.size) None
    else {
      val used = AttributeSet.fromAttributeSets(conjuncts.map(_.references)).toSeq
      val names = used.map(_.name).toSet
      val layout = TableLayouts.of(table, names)
      for {
        (filters, pushed) <- KeyConditions.of(conjuncts, layout, used, AssembledStructs.of(table, names))
        if pushed.size == conjuncts.size
      } yield {
        // The key columns come first in a layout.
        val keys = table.keyColumns.indices.map { i =>
          ProtoExpression.newBuilder().setType(layout.getColumns(i).getType).setColumn(i).build()
        }
        val subPlan = filters.toBuilder.addOperators(SubPlanAssembly.project(keys)).build()
        Where(subPlan.toByteString, pushed.map(PushedOperator.filter(_)))
      }
    }
  }

  /** Spark compares CHAR columns with blanks added, of which nothing is said to data sources. */
  private def comparable(table: TableSchema): Map[String, AttributeReference] =
    table.columns
      .filterNot(_.declared.exists(_.existsRecursively(_.isInstanceOf[CharType])))
      .map(c => c.name -> AttributeReference(c.name, SparkTypes.toSpark(c.sqlType), c.nullable)())
      .toMap
}

package org.apache.spark.sql.hbase.plan.push

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.util.CharVarcharUtils
import org.apache.spark.sql.hbase.engine.keyrange.NarrowingFilters
import org.apache.spark.sql.hbase.schema.{AssembledStructs, ColumnMapping, TableLayouts, TableSchema}
import org.apache.spark.sql.hbase.shim.ScalaShim._
import org.apache.spark.sql.types._

/**
 * The conditions on a column that limit the row keys that are read, and those that are checked where the rows are. The planner
 * and the engine are asked, so that DESCRIBE cannot promise what EXPLAIN does not show.
 *
 * Not thread-safe. Columns of one type that lie outside of the row key are asked about once.
 */
private[hbase] final class ColumnConditions(table: TableSchema) {
  import ColumnConditions._

  private val ofTypes = scala.collection.mutable.Map[DataType, String]()

  /** Makes the text of DESCRIBE for a column. */
  def describe(column: ColumnMapping): String =
    if (column.isKey) described(column) else ofTypes.getOrElseUpdate(column.sparkType, described(column))

  private def described(column: ColumnMapping): String = {
    val answers = conditions(column).map { case (words, condition) => words -> answer(column, condition) }
    val limiting = answers.collect { case (words, Some(found)) if found.limitsRowKeys => words }
    val inSpark = answers.collect { case (words, None) => words }
    val server =
      if (inSpark.isEmpty) "filtered in the region server"
      else if (inSpark.size == answers.size) "filtered in Spark"
      else s"filtered in the region server, but ${inSpark.mkString(", ")} in Spark"
    if (limiting.isEmpty) server else s"${limiting.mkString(", ")} limit row keys; $server"
  }

  private def answer(column: ColumnMapping, condition: Expression): Option[Answer] = {
    val names = Set(column.name)
    val layout = TableLayouts.of(table, names)
    KeyConditions
      .of(Seq(condition), layout, condition.references.toSeq, AssembledStructs.of(table, names))
      .map { case (plan, _) => Answer(limitsRowKeys = NarrowingFilters.of(plan).asScala.nonEmpty) }
  }
}

private[hbase] object ColumnConditions {

  /** A condition that is checked where the rows are. */
  private final case class Answer(limitsRowKeys: Boolean)

  /** Comparisons with a constant, with the words for them. */
  private def conditions(column: ColumnMapping): Seq[(String, Expression)] = {
    val value = read(column)
    val constant = constantOf(value.dataType)
    val compared =
      if (!RowOrdering.isOrderable(value.dataType)) Nil
      else Seq("=, IN" -> EqualTo(value, constant), "<, >, BETWEEN" -> LessThan(value, constant))
    compared ++ Option.when(column.nullable)("IS NULL" -> IsNull(value))
  }

  /** The column as Spark reads it: CHAR with blanks added. */
  private def read(column: ColumnMapping): Expression = {
    val field = StructField(column.name, column.sparkType)
    val plain = CharVarcharUtils.replaceCharVarcharWithStringInSchema(StructType(Seq(field))).head
    CharVarcharUtils.addPaddingForScan(AttributeReference(plain.name, plain.dataType, metadata = plain.metadata)())
  }

  /** Neither the least nor the greatest of the type. */
  private def constantOf(dataType: DataType): Literal = dataType match {
    case StringType => Literal("m")
    case BinaryType => Literal("m".getBytes)
    case BooleanType => Literal.TrueLiteral
    case other => Literal.default(other)
  }
}

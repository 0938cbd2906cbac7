package org.apache.spark.sql.hbase.plan.runtime

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{ExprId, Expression, UnaryExpression, Unevaluable}
import org.apache.spark.sql.hbase.plan.catalyst.Refusal
import org.apache.spark.sql.types.{BooleanType, DataType}

/**
 * One of the runtime filters of a scan. Its rows are wanted only if a key of a join is among those of the other side,
 * which [[RuntimeKeyFilterExec]] learns. Until then, and if they are too many for a Bloom filter, every row is.
 *
 * @param child the key, over the columns of the table; a struct of columns is compared with tuples
 * @param columns of what is learned: one for each column of a struct
 * @param id tells filters of several joins apart
 * @param isTried see [[TriedKeys]]
 */
final case class RuntimeKeyFilter(child: Expression, columns: Seq[Int], id: ExprId, isTried: Boolean)(
    learned: LearnedKeys
) extends UnaryExpression
    with Unevaluable {

  /** The different keys, or why they are not known; tuples are rows. */
  def values: Either[Refusal, Seq[Any]] = learned.values(columns)

  /** The Bloom filter of keys that are too many to list. */
  def bloomFilter: Option[KeyBloomFilter] = learned.bloomFilter(columns)

  override def nullable: Boolean = false
  override def dataType: DataType = BooleanType
  override def prettyName: String = "runtime_keys"
  override def toString: String = s"$child IN keys of the join"
  override protected def otherCopyArgs: Seq[AnyRef] = Seq(learned)
  override lazy val canonicalized: Expression = copy(child.canonicalized, id = ExprId(0))(learned)
  override protected def withNewChildInternal(newChild: Expression): Expression = copy(child = newChild)(learned)
}

/**
 * The keys that a run of one side of a join gives to the scan of the other. Learned and asked on the driver; tasks get
 * a copy with the plan, without the keys. Thread-safe.
 */
final class LearnedKeys extends Serializable {
  @transient @volatile private var known: Option[DistinctKeys.Found] = None

  def learn(found: DistinctKeys.Found): Unit = known = Some(found)

  /** The different values of a column, or rows of several ones. */
  def values(columns: Seq[Int]): Either[Refusal, Seq[Any]] = known match {
    case None => Left(Refusal("the keys of the join are not known"))
    case Some(DistinctKeys.Listed(rows)) =>
      val tuples = rows.map(row => columns.map(row(_))).distinct
      Right(if (columns.size == 1) tuples.map(_.head) else tuples.map(InternalRow.fromSeq))
    case Some(many: DistinctKeys.TooMany) => Left(many.refusal(columns))
  }

  def bloomFilter(columns: Seq[Int]): Option[KeyBloomFilter] =
    known.collect { case many: DistinctKeys.TooMany => many }.flatMap(_.filters(columns).toOption)
}

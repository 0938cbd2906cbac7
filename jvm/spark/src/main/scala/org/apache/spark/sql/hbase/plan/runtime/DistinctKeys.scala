package org.apache.spark.sql.hbase.plan.runtime

import scala.collection.mutable

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression, UnsafeProjection, UnsafeRow}
import org.apache.spark.sql.hbase.plan.catalyst.Refusal
import org.apache.spark.sql.types.DataType

/**
 * The different keys of the rows of a task, or of all tasks. Up to a number they are listed. More go into a Bloom
 * filter for each of the runtime filters. For one thread.
 *
 * @param types of the columns of a key
 * @param columns of each runtime filter that has a Bloom filter
 * @param maxListed if there are more, they are not listed
 */
private final class DistinctKeys(types: Seq[DataType], columns: Seq[Seq[Int]], maxListed: Int) {
  import DistinctKeys.OfTask

  private val listed = mutable.HashSet.empty[UnsafeRow]
  private var hashes: Option[Seq[HashedKeys]] = None

  /** @param row valid during the call */
  def add(row: UnsafeRow): Unit = hashes match {
    case Some(all) => all.foreach(_.add(row))
    case None if listed.contains(row) => ()
    case None if listed.size < maxListed => listed += row.copy()
    case None => hashed.foreach(_.add(row))
  }

  /** Whether more keys change nothing. */
  def isFull: Boolean = hashes.exists(_.forall(_.isTooFull))

  def addAll(task: OfTask): Unit = task.filters match {
    case None => task.listed.foreach(add)
    case Some(filters) => hashed.zip(filters).foreach { case (hashes, ofTask) => hashes.addAll(ofTask) }
  }

  def ofTask: OfTask = OfTask(listed.toArray, hashes.map(_.map(_.toByteArray).toArray))

  /** All keys, or what the Bloom filters have become, in the order of `columns`. */
  def result: Either[Seq[HashedKeys], Seq[UnsafeRow]] = hashes.toLeft(listed.toSeq)

  /** The Bloom filters; from now on keys go there. */
  private def hashed: Seq[HashedKeys] = hashes.getOrElse {
    val all = columns.map(of => HashedKeys.ofUnknownCount(of.map(i => BloomFilters.column(i, types(i)))))
    listed.foreach(row => all.foreach(_.add(row)))
    listed.clear()
    hashes = Some(all)
    all
  }
}

private[hbase] object DistinctKeys {

  /** The classes that tasks send to the driver, for Kryo. */
  def classesOfTasks: Seq[Class[_]] =
    Seq(classOf[OfTask], classOf[Array[OfTask]], classOf[Array[UnsafeRow]], classOf[Array[Array[Byte]]])

  /** Says what is known of the keys of a join's other side. */
  sealed trait Found

  /** @param rows with a value for each column of the key, in Catalyst's form, none of them NULL */
  final case class Listed(rows: Seq[Seq[Any]]) extends Found

  /**
   * @param maxListed they are more than that
   * @param filters by the columns of each runtime filter
   */
  final case class TooMany(maxListed: Int, filters: Map[Seq[Int], Either[Refusal, KeyBloomFilter]]) extends Found {

    /** The reason why keys are not listed, and not in a Bloom filter if there is none. */
    def refusal(columns: Seq[Int]): Refusal = {
      val many = s"the other side of the join has more keys than $maxListed"
      Refusal(filters(columns).fold(none => s"$many, and ${none.why}", _ => many))
    }
  }

  private[runtime] final case class OfTask(listed: Array[UnsafeRow], filters: Option[Array[Array[Byte]]])

  /** More tasks than that would take longer to start than they read. */
  private val Tasks = 4

  /**
   * Finds the keys without NULL, which has no partner. Reads the rows once, and no more of them than it takes to know that
   * keys are too many.
   *
   * @param attributes of the rows
   * @param columns of each runtime filter, by their positions in `keys`
   */
  def of(
      rows: RDD[InternalRow],
      keys: Seq[Expression],
      attributes: Seq[Attribute],
      columns: Seq[Seq[Int]],
      maxListed: Int
  ): Found = {
    val types = keys.map(_.dataType)
    val refused: Map[Seq[Int], Either[Refusal, KeyBloomFilter]] =
      (for (of <- columns; refusal <- BloomFilters.hashed(of.map(types)).left.toOption) yield of -> Left(refusal)).toMap
    val hashed = columns.filterNot(refused.contains)
    val tasks = rows.coalesce(Tasks).mapPartitions { ofTask =>
      val projection = UnsafeProjection.create(keys, attributes)
      val found = new DistinctKeys(types, hashed, maxListed)
      while (ofTask.hasNext && !found.isFull) {
        val row = projection(ofTask.next())
        if (!row.anyNull()) found.add(row)
      }
      Iterator(found.ofTask)
    }
    val all = new DistinctKeys(types, hashed, maxListed)
    tasks.collect().foreach(all.addAll)
    all.result match {
      case Right(listed) => Listed(listed.map(row => keys.indices.map(i => row.get(i, types(i)))))
      case Left(filters) =>
        val made = hashed.zip(filters).map { case (of, hashes) => of -> BloomFilters.ofHashes(hashes, of.map(types)) }
        TooMany(maxListed, refused ++ made)
    }
  }
}

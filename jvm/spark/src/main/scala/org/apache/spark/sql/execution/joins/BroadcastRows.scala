package org.apache.spark.sql.execution.joins

import scala.collection.mutable

import org.apache.spark.sql.catalyst.InternalRow

/** The rows of the relation that a hash join broadcasts. Spark shows such relations to its own packages only. */
object BroadcastRows {

  /**
   * Those of one key behind each other, in the order in which a join finds them; rows with NULL in the key are not there.
   * Each is valid until the next one is asked for. For one thread.
   *
   * @param relation the value that was broadcast, which other threads may use
   * @return None for any other value
   */
  def of(relation: Any): Option[Iterator[InternalRow]] = relation match {
    case hashed: HashedRelation =>
      val own = hashed.asReadOnlyCopy()
      val keys = if (own.keyIsUnique) own.keys() else distinct(own.keys())
      Some(keys.flatMap(own.get))
    case _ => None
  }

  /** A relation of several rows with one key may name it for each of them. */
  private def distinct(keys: Iterator[InternalRow]): Iterator[InternalRow] = {
    val known = mutable.HashSet.empty[InternalRow]
    keys.map(_.copy()).filter(known.add)
  }
}

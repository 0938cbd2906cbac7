package org.apache.spark.sql.hbase.plan.runtime

import scala.jdk.CollectionConverters._

import com.google.protobuf.ByteString

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{BoundReference, XxHash64}
import org.apache.spark.sql.catalyst.expressions.aggregate.BloomFilterAggregate
import org.apache.spark.sql.hbase.engine.hash.BloomFilter
import org.apache.spark.sql.hbase.plan.catalyst.{Refusal, SubPlanAssembly}
import org.apache.spark.sql.hbase.shim.Optionals._
import org.apache.spark.sql.hbase.wire.proto.{Filter, Function => ProtoFunction, Operator, SubPlan}
import org.apache.spark.sql.types._
import org.apache.spark.util.sketch.{BloomFilter => SketchFilter}

/**
 * A Bloom filter of the keys of a join's other side.
 *
 * @param bytes in Spark's serialized form
 * @param types of the columns of a key
 * @param count of the different keys
 * @param isExact whether they were counted, not estimated
 */
private[plan] final case class KeyBloomFilter(bytes: Array[Byte], types: Seq[DataType], count: Long, isExact: Boolean)

/**
 * Fills a Bloom filter with the hashes that `xxhash64` has for some columns of rows. For one thread.
 *
 * @param columns of the rows
 */
private[runtime] final class HashedKeys(filter: SketchFilter, columns: Seq[BoundReference]) {
  private val hash = new XxHash64(columns)

  /** None of the columns may be NULL. */
  def add(row: InternalRow): Unit = filter.putLong(hash.eval(row).asInstanceOf[Long])

  /** Adds the keys of a filter that was made in the same way. */
  def addAll(bytes: Array[Byte]): Unit = filter.mergeInPlace(BloomFilterAggregate.deserialize(bytes))

  /** Whether too many other keys would pass. */
  def isTooFull: Boolean = filter.expectedFpp() > HashedKeys.MaxFalsePositives

  def toByteArray: Array[Byte] = BloomFilterAggregate.serialize(filter)
}

private[runtime] object HashedKeys {

  /** Share of other keys that pass a filter which is still of use. */
  private val MaxFalsePositives = 0.1

  /** For keys whose number is not known. A filter of few keys is folded before it is sent. */
  private val Bits = 1L << 21

  /** Lets 2 % of other keys pass. */
  private val ExpectedKeys = 250000L

  def ofUnknownCount(columns: Seq[BoundReference]): HashedKeys =
    new HashedKeys(SketchFilter.create(ExpectedKeys, Bits), columns)
}

/**
 * The Bloom filters of a join's other side, which Spark or we make, on their way to the region servers. Pure functions,
 * thread-safe.
 */
private[plan] object BloomFilters {

  /** Half of what a sub-plan can hold: each request to a region carries it. */
  val MaxBytes: Int = 1 << 19

  /** A filter of fewer keys takes a kilobyte all the same, and has next to no false positives. */
  private val FewKeys = 1000L

  /** Share of other keys that pass a filter which has the room. */
  private val FewFalsePositives = 0.01

  /** A filter of keys, or why it would not do. */
  def of(keys: Seq[Seq[Any]], types: Seq[DataType]): Either[Refusal, KeyBloomFilter] = for {
    _ <- hashed(types)
    bytes = filled(sized(math.max(FewKeys, keys.size.toLong)), keys, types)
    _ <- Either.cond(bytes.length <= MaxBytes, (), tooLarge(bytes.length))
  } yield KeyBloomFilter(bytes, types, keys.size.toLong, isExact = true)

  /** Lets 3 % of other keys pass where there is no room for fewer. */
  private def sized(count: Long): SketchFilter =
    if (SketchFilter.optimalNumOfBits(count, FewFalsePositives) < MaxBytes * 7L)
      SketchFilter.create(count, FewFalsePositives)
    else SketchFilter.create(count)

  private def filled(filter: SketchFilter, keys: Seq[Seq[Any]], types: Seq[DataType]): Array[Byte] = {
    val hashes = new HashedKeys(filter, types.zipWithIndex.map { case (of, i) => column(i, of) })
    keys.foreach(key => hashes.add(InternalRow.fromSeq(key)))
    hashes.toByteArray
  }

  def column(position: Int, of: DataType): BoundReference = BoundReference(position, of, nullable = false)

  /** A filter that tasks have filled, as small as it can be. */
  def ofHashes(hashes: HashedKeys, types: Seq[DataType]): Either[Refusal, KeyBloomFilter] = for {
    _ <- Either.cond(!hashes.isTooFull, (), Refusal("they are too many for a Bloom filter"))
    filter <- BloomFilter.parse(hashes.toByteArray).toScala.toRight(Refusal("their Bloom filter has an unknown form"))
  } yield KeyBloomFilter(filter.folded.toByteArray, types, filter.approximateCount, isExact = false)

  /** Refuses keys that can be equal and have different hashes, or whose hashes region servers do not compute. */
  def hashed(types: Seq[DataType]): Either[Refusal, Unit] =
    types.find(!hasHashOfValue(_)).map(of => Refusal(s"no Bloom filter takes keys of type ${of.sql}")).toLeft(())

  /** Not so texts with a collation, nor fractions: Spark makes -0.0 and 0.0 the same in keys, and each NaN. */
  private def hasHashOfValue(dataType: DataType): Boolean = dataType match {
    case BooleanType | ByteType | ShortType | IntegerType | LongType | _: DecimalType => true
    case DateType | TimestampType | TimestampNTZType | StringType | BinaryType => true
    case _ => false
  }

  private def tooLarge(bytes: Int) = Refusal(s"a Bloom filter of $bytes bytes is too large")

  /** The sub-plan with filters as small as they can be and without those that are too large, and the reasons for these. */
  def checked(subPlan: SubPlan): (SubPlan, Seq[Refusal]) = {
    val (operators, refused) = subPlan.getOperatorsList.asScala.toSeq.map(checked).unzip
    (subPlan.toBuilder.clearOperators().addAllOperators(operators.asJava).build(), refused.flatten)
  }

  private def checked(operator: Operator): (Operator, Option[Refusal]) =
    if (!isBloomFilter(operator.getFilter)) (operator, None)
    else {
      val bytes = operator.getFilter.getPredicate.getCall.getArguments(0).getLiteral.getBinary
      BloomFilter.parse(bytes.toByteArray).toScala.map(_.folded.toByteArray) match {
        case Some(folded) if folded.length <= MaxBytes => (withFilter(operator, folded), None)
        case Some(folded) =>
          (SubPlanAssembly.passing, Some(tooLarge(folded.length)))
        case None =>
          (SubPlanAssembly.passing, Some(Refusal(s"a Bloom filter of ${bytes.size} bytes has an unknown form")))
      }
    }

  private def isBloomFilter(filter: Filter): Boolean = {
    val call = filter.getPredicate.getCall
    filter.getOptional && call.getFunction == ProtoFunction.MIGHT_CONTAIN && !call.getArguments(0).getLiteral.getNull
  }

  private def withFilter(operator: Operator, bytes: Array[Byte]): Operator = {
    val builder = operator.toBuilder
    val filter = builder.getFilterBuilder.getPredicateBuilder.getCallBuilder.getArgumentsBuilder(0)
    filter.getLiteralBuilder.setBinary(ByteString.copyFrom(bytes))
    builder.build()
  }
}

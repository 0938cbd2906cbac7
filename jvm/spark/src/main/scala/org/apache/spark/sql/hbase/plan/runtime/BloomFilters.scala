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
import org.apache.spark.sql.types.DataType
import org.apache.spark.util.sketch.{BloomFilter => SketchFilter}

/**
 * The Bloom filters that Spark makes of a join's other side, on their way to the region servers. Pure functions,
 * thread-safe.
 */
private[plan] object BloomFilters {

  /** Half of what a sub-plan can hold: each request to a region carries it. */
  val MaxBytes: Int = 1 << 19

  /** Spark's filter, serialized, of the hashes that `xxhash64` has for tuples, or why it would not do. */
  def ofTuples(tuples: Seq[Seq[Any]], types: Seq[DataType]): Either[Refusal, Array[Byte]] = {
    val hash = new XxHash64(types.zipWithIndex.map { case (of, i) => BoundReference(i, of, nullable = false) })
    val filter = SketchFilter.create(math.max(1L, tuples.size.toLong))
    tuples.foreach(tuple => filter.putLong(hash.eval(InternalRow.fromSeq(tuple)).asInstanceOf[Long]))
    val bytes = BloomFilterAggregate.serialize(filter)
    Either.cond(bytes.length <= MaxBytes, bytes, tooLarge(bytes.length))
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

package org.apache.spark.sql.hbase.plan.runtime

import scala.jdk.CollectionConverters._

import com.google.protobuf.ByteString

import org.apache.spark.sql.hbase.engine.hash.BloomFilter
import org.apache.spark.sql.hbase.plan.catalyst.{Refusal, SubPlanAssembly}
import org.apache.spark.sql.hbase.shim.Optionals._
import org.apache.spark.sql.hbase.wire.proto.{Filter, Function => ProtoFunction, Operator, SubPlan}

/**
 * The Bloom filters that Spark makes of a join's other side, on their way to the region servers. Pure functions,
 * thread-safe.
 */
private[plan] object BloomFilters {

  /** Half of what a sub-plan can hold: each request to a region carries it. */
  val MaxBytes: Int = 1 << 19

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
          (SubPlanAssembly.passing, Some(Refusal(s"a Bloom filter of ${folded.length} bytes is too large")))
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

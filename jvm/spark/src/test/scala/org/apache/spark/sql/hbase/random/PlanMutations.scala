package org.apache.spark.sql.hbase.random

import scala.jdk.CollectionConverters._

import com.google.protobuf.{ByteString, Message}
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType

import org.apache.spark.sql.hbase.wire.proto._

/** Ways to break the engine on purpose: each changes what a sub-plan says on its way to it. */
object PlanMutations {
  type Mutation = SubPlan => SubPlan

  /** Seen in the values of expressions. */
  val ofExpressions: Map[String, Mutation] = Map(
    "< is computed as <=" -> function(Function.LESS_THAN, Function.LESS_THAN_OR_EQUAL),
    "AND is computed as OR" -> function(Function.AND, Function.OR),
    "+ is computed as -" -> function(Function.ADD, Function.SUBTRACT),
    "nothing raises an error in ANSI mode" -> everyCall(call =>
      if (call.getEvalMode == EvalMode.ANSI) call.toBuilder.setEvalMode(EvalMode.LEGACY) else call.toBuilder
    ),
    "overflow raises an error in every mode" -> everyCall(call =>
      if (call.getEvalMode == EvalMode.LEGACY) call.toBuilder.setEvalMode(EvalMode.ANSI) else call.toBuilder
    ),
    "every time zone is UTC" -> everyCall(call =>
      // The digest is of the zone's rules, so it goes with the zone.
      if (call.getTimeZone.isEmpty) call.toBuilder else call.toBuilder.setTimeZone("UTC").clearJavaRules()
    ),
    "decimal constants are off by one in the last digit" -> everywhere {
      case literal: Literal if literal.getValueCase == Literal.ValueCase.DECIMAL =>
        val unscaled = new java.math.BigInteger(literal.getDecimal.toByteArray)
        val towardsZero = unscaled.subtract(java.math.BigInteger.valueOf(unscaled.signum.toLong))
        literal.toBuilder.setDecimal(ByteString.copyFrom(towardsZero.toByteArray)).build()
      case other => other
    }
  )

  /** Seen in the rows of queries; each with a keyword of the queries that can show it. */
  val ofOperators: Map[String, (String, Mutation)] = Map(
    "min is computed as max" -> (
      "min(",
      everywhere {
        case call: AggregateCall if call.getFunction == AggregateFunction.MIN =>
          call.toBuilder.setFunction(AggregateFunction.MAX).build()
        case other => other
      }
    ),
    "count counts NULL" -> (
      "count(",
      everywhere {
        case call: AggregateCall if call.getFunction == AggregateFunction.COUNT =>
          call.toBuilder.clearArguments().build()
        case other => other
      }
    ),
    "FILTER of an aggregate is ignored" -> (
      "count(*) FILTER",
      everywhere {
        case call: AggregateCall => call.toBuilder.clearFilter().build()
        case other => other
      }
    ),
    "filters are ignored" -> (
      "WHERE",
      everywhere {
        case plan: SubPlan =>
          val kept = plan.getOperatorsList.asScala.filterNot(_.hasFilter)
          plan.toBuilder.clearOperators().addAllOperators(kept.asJava).build()
        case other => other
      }
    )
  )

  private def function(from: Function, to: Function): Mutation =
    everyCall(call => if (call.getFunction == from) call.toBuilder.setFunction(to) else call.toBuilder)

  private def everyCall(change: Call => Call.Builder): Mutation = everywhere {
    case call: Call => change(call).build()
    case other => other
  }

  /** Changes every message inside a plan, inner ones first. */
  private def everywhere(change: Message => Message): Mutation = plan => rewrite(plan, change).asInstanceOf[SubPlan]

  private def rewrite(message: Message, change: Message => Message): Message = {
    val builder = message.toBuilder
    message.getAllFields.asScala.foreach { case (field, value) =>
      if (field.getJavaType == JavaType.MESSAGE) value match {
        case many: java.util.List[_] =>
          builder.setField(field, many.asScala.map(inner => rewrite(inner.asInstanceOf[Message], change)).asJava)
        case one => builder.setField(field, rewrite(one.asInstanceOf[Message], change))
      }
    }
    change(builder.build())
  }
}

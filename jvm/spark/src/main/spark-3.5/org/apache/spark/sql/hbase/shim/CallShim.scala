package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.{AnalysisException, Row, SparkSession}
import org.apache.spark.sql.catalyst.{CatalystTypeConverters, InternalRow}
import org.apache.spark.sql.catalyst.analysis.{AnsiTypeCoercion, TypeCoercion, UnresolvedAlias, UnresolvedFunction}
import org.apache.spark.sql.catalyst.expressions.{Attribute, AttributeReference, Expression, NamedArgumentExpression}
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.catalyst.util.QuotingUtils
import org.apache.spark.sql.connector.catalog.Identifier
import org.apache.spark.sql.execution.command.LeafRunnableCommand
import org.apache.spark.sql.internal.SQLConf

/** The statement CALL, which Spark 3.5 does not have. */
private[hbase] object CallShim {

  /** Makes a command of a catalog, a procedure of it and the plan of `SELECT name(arguments)`. */
  val command: Option[(String, Identifier, LogicalPlan) => LogicalPlan] = Some { (catalog, ident, asked) =>
    SparkSession.active.sessionState.catalogManager.catalog(catalog) match {
      case procedures: ProceduresShim => CallCommand(procedures.loadProcedure(ident), arguments(asked))
      case _ => asked
    }
  }

  private def arguments(asked: LogicalPlan): Seq[Expression] = asked match {
    case Project(Seq(UnresolvedAlias(function: UnresolvedFunction, _)), _) => function.arguments
    case _ => Nil
  }
}

/** CALL of a procedure. Runs on the driver, when the statement is given. */
private[hbase] final case class CallCommand(
    procedure: ProcedureShim,
    names: Seq[Option[String]],
    values: Seq[Expression],
    override val output: Seq[Attribute]
) extends LeafRunnableCommand {

  override def run(session: SparkSession): Seq[Row] = {
    val parser = session.sessionState.sqlParser
    val signature = FunctionSignature(procedure.parameters.map { parameter =>
      InputParameter(parameter.name, parameter.default.map(parser.parseExpression))
    })
    val given = names.zip(values).map {
      case (Some(name), value) => NamedArgumentExpression(name, value)
      case (None, value) => value
    }
    val arranged = NamedParametersSupport.defaultRearrange(signature, given, procedure.name())
    val arguments = procedure.parameters.zip(arranged).map { case (parameter, value) => evaluated(parameter, value) }
    val answer = procedure.call(InternalRow.fromSeq(arguments))
    Seq(CatalystTypeConverters.createToScalaConverter(procedure.schema)(answer).asInstanceOf[Row])
  }

  private def evaluated(parameter: Parameter, value: Expression): Any = {
    val coercion = if (SQLConf.get.ansiEnabled) AnsiTypeCoercion else TypeCoercion
    val cast = coercion.implicitCast(value, parameter.dataType).filter(_.foldable).getOrElse {
      throw new AnalysisException(
        "DATATYPE_MISMATCH.NON_FOLDABLE_INPUT",
        Map(
          "sqlExpr" -> QuotingUtils.quoteIdentifier(procedure.name()),
          "inputName" -> QuotingUtils.quoteIdentifier(parameter.name),
          "inputType" -> ("\"" + parameter.dataType.sql + "\""),
          "inputExpr" -> ("\"" + value.sql + "\"")
        )
      )
    }
    cast.eval()
  }
}

private[hbase] object CallCommand {
  def apply(procedure: ProcedureShim, arguments: Seq[Expression]): CallCommand = {
    val output = procedure.schema.map(field => AttributeReference(field.name, field.dataType, field.nullable)())
    val names = arguments.map {
      case named: NamedArgumentExpression => Some(named.key)
      case _ => None
    }
    val values = arguments.map {
      case named: NamedArgumentExpression => named.value
      case other => other
    }
    new CallCommand(procedure, names, values, output)
  }
}

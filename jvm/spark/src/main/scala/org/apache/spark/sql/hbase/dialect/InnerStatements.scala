package org.apache.spark.sql.hbase.dialect

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.parser.ParseException
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.command.ExplainCommand
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.shim.{ConditionShim, ErrorShim, ScriptShim}
import org.apache.spark.sql.hbase.shim.ScalaShim._

/** Statements of the dialect inside of Spark's own: behind EXPLAIN, and in scripts (`BEGIN ... END`). */
private[dialect] object InnerStatements {
  private val ExplainModes = Seq("EXTENDED", "CODEGEN", "COST", "FORMATTED", "LOGICAL")

  /** Words of scripts behind which a statement begins. */
  private val Openers = Seq("BEGIN", "ATOMIC", "THEN", "ELSE", "DO", "LOOP", "REPEAT")

  /** Parses a text as a statement of the dialect, if it is one. */
  type Native = String => Option[NativeStatement]

  /** @param end behind its last character */
  private final case class Inner(start: Int, end: Int, native: NativeStatement)

  /** `EXPLAIN [mode] statement`. */
  def explained(statement: String, tokens: IndexedSeq[Token], native: Native): Option[NativeStatement] = {
    val first = if (ExplainModes.exists(tokens(1).is)) 2 else 1
    read(statement, tokens(first).start, statement.length, native).map { inner =>
      NativeStatement(
        Rewriting(statement, inner.native.rewriting.edits),
        Some {
          case explain: ExplainCommand => explain.copy(logicalPlan = inner.native.complete(explain.logicalPlan))
          case other => other
        }
      )
    }
  }

  /** `BEGIN statement; ... END`, with loops and branches inside. */
  def script(statement: String, tokens: IndexedSeq[Token], native: Native): Option[NativeStatement] = {
    val inners = tokens.indices.drop(1).filter(i => opens(tokens(i - 1))).flatMap { first =>
      val end = tokens.drop(first).find(t => t.isSymbol(";") || t.kind == Token.End).get.start
      read(statement, tokens(first).start, end, native)
    }
    Option.when(inners.nonEmpty) {
      val rewriting = Rewriting(statement, inners.flatMap(_.native.rewriting.edits))
      val incomplete = inners.filter(_.native.completion.isDefined)
      NativeStatement(rewriting, Option.when(incomplete.nonEmpty)(completed(_, rewriting, incomplete)))
    }
  }

  private def opens(token: Token): Boolean = token.isSymbol(";") || Openers.exists(token.is)

  /** The script with these statements complete, which are known by their place. */
  private def completed(script: LogicalPlan, rewriting: Rewriting, incomplete: Seq[Inner]): LogicalPlan = {
    val found = mutable.Set.empty[Inner]
    val complete = ScriptShim.changed(script) { (origin, single) =>
      val at = origin.startIndex.map(index => rewriting.inOriginal(index))
      incomplete.find(inner => at.exists(i => i >= inner.start && i < inner.end)).fold(single) { inner =>
        found += inner
        inner.native.complete(single)
      }
    }
    // Spark's plans do not show what stands in a handler of errors.
    if (found.size < incomplete.size) {
      throw HBaseErrors.UnsupportedStatement.analysis(
        "statement" -> "ALTER TABLE ... ADD ... MAPPED BY in a handler or behind ELSE of CASE in a script"
      )
    }
    complete
  }

  private def read(statement: String, start: Int, end: Int, native: Native): Option[Inner] = {
    // With blanks in front of it each character keeps its place, for edits and for messages.
    val before = statement.substring(0, start).map(c => if (c == '\n') c else ' ')
    try native(before + statement.substring(start, end)).map(Inner(start, end, _))
    catch {
      case e: ParseException =>
        throw ErrorShim.parse(statement, e.start, ConditionShim.of(e), e.getMessageParameters.asScala.toMap)
    }
  }
}

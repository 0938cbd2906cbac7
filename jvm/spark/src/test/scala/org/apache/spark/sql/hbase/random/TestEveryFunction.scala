package org.apache.spark.sql.hbase.random

import scala.collection.mutable
import scala.util.{Random, Try}

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.{Test, TestInstance}

import org.apache.spark.sql.Row
import org.apache.spark.sql.catalyst.analysis.{FunctionRegistry, UnresolvedAttribute, UnresolvedRelation}
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.classic.Dataset
import org.apache.spark.sql.hbase.Turns
import org.apache.spark.sql.hbase.plan.PlanSession
import org.apache.spark.sql.hbase.random.QueryComparison.Different
import org.apache.spark.sql.types._

/**
 * Every function that Spark has gives Spark's answer when its arguments are columns of a table of ours. Its own
 * examples are run, and calls with drawn columns. A function that Spark adds is tried by itself.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestEveryFunction {
  import FunctionCalls._
  import PlanSession.spark

  private val run = new RandomRun("functions", 12)
  private val random = run.random(-1)
  private val rows = WideTable.rows(run.seed, 40)

  private val wide = "function_columns"
  private val wideReversed = "function_columns_reversed"
  private val comparison = new QueryComparison(wide, rows)
  PlanSession.createView(wideReversed, WideTable.schema, rows.reverse)

  private val tried = Turns.half(names, "functions")
  private val covered = mutable.Set[String]()
  private val pushed = mutable.Set[String]()
  private val differences = mutable.Buffer[String]()
  private var compared = 0
  private var excused = 0
  private var tables = 0
  private var created: (StructType, Seq[Row]) = _

  /** An example of a function and the mode in which it is tried. */
  private final case class Attempt(function: String, example: String, isAnsi: Boolean)

  @Test
  def everyFunctionHasSparksAnswerOverColumns(): Unit = {
    // Adaptive plans cost time and change nothing in one process.
    PlanSession.withConf(
      "spark.sql.adaptive.enabled" -> "false",
      "spark.sql.timeType.enabled" -> "true",
      "spark.sql.timestampNanosTypes.enabled" -> "true"
    ) {
      val attempts = random.shuffle(tried).map(function => random.shuffle(attemptsOf(function)))
      if (TestEveryFunction.isWhole)
        attempts.grouped(10).takeWhile(_ => !run.isOver).foreach(some => compare(some.flatten))
      else
        // Further examples only of functions for which those before were no valid calls.
        for (round <- 0 until attempts.map(_.size).max)
          compare(attempts.flatMap(_.lift(round)).filterNot(attempt => covered(attempt.function)))
      tried.filterNot(covered).takeWhile(_ => !run.isOver).foreach(compareWithoutExample)
    }
    println(s"every function: $compared queries, $excused that Spark answers in several ways, seed ${run.seed}")
    println(s"every function: the engine computed ${pushed.size} scalar functions")
    assertEquals(Nil, differences.toSeq)
    // A comparison of Spark with itself would notice nothing.
    val leastPushed = TestEveryFunction.LeastPushed * tried.size / names.size
    if (!run.isOver) assertTrue(pushed.size >= leastPushed, pushed.size.toString)
    val leftOut = TestEveryFunction.LeftOut.values.flatten.toSet
    assertEquals(Set(), leftOut -- names)
    if (!run.isOver) assertEquals(tried.filter(leftOut), tried.filterNot(covered))
  }

  private def attemptsOf(function: String): Seq[Attempt] =
    for (example <- examples(function); isAnsi <- Seq(true, false)) yield Attempt(function, example, isAnsi)

  private def compare(attempts: Seq[Attempt]): Unit =
    for ((isAnsi, some) <- attempts.groupBy(_.isAnsi))
      PlanSession.withConf("spark.sql.ansi.enabled" -> isAnsi.toString) {
        for (attempt <- some; calls <- overTable(attempt.function, attempt.example)) compare(calls)
        some
          .map(attempt => overConstants(attempt.function, attempt.example))
          .filter(_.nonEmpty)
          .grouped(TestEveryFunction.ExamplesPerTable)
          .foreach(compareTogether)
      }

  /** For functions without a usable example: with no argument, or any one column. */
  private def compareWithoutExample(function: String): Unit = {
    val arguments = "" +: WideTable.schema.fieldNames.toSeq
    val calls = TestEveryFunction.Queries.get(function).toSeq ++
      arguments.map(argument => s"SELECT k, $function($argument) IS NULL AS v FROM @wide")
    calls.iterator.takeWhile(_ => !covered(function)).foreach { sql =>
      def query(table: String) = spark.sessionState.sqlParser.parsePlan(sql.replace("@wide", table))
      if (function.matches("\\w+"))
        compare(function, sql, () => query(wide), () => query(s"inproc.$wide"), () => query(wideReversed))
    }
  }

  @Test
  def drawnColumnsAsArgumentsHaveSparksAnswer(): Unit = {
    val run = new RandomRun("functions", 12)
    var calls = 0
    for (number <- run.numbers) {
      val drawing = run.random(number)
      val settings = RandomSettings.draw(drawing)
      settings(drawn(drawing)).foreach { query =>
        calls += 1
        comparison.compare(settings, query) match {
          case Different(how) if !settings(isAnsweredInSeveralWays(query)) =>
            run.fail(number, query.sql, s"$settings: ${query.sql}: $how")
          case _ =>
        }
      }
    }
    run.report(calls, "drawn calls of functions")
    assertEquals(Nil, run.failureLines)
  }

  /** A call that Spark accepts, if one is found soon. */
  private def drawn(random: Random): Option[RandomQuery] = {
    val columns = WideTable.schema.fieldNames
    val possible = names.filter(name => name.matches("[a-z]\\w*") && !TestEveryFunction.OfAnySize(name))
    Iterator
      .fill(TestEveryFunction.Attempts) {
        val arguments = Seq.fill(random.nextInt(4))(columns(random.nextInt(columns.length)))
        s"${possible(random.nextInt(possible.size))}(${arguments.mkString(", ")})"
      }
      .flatMap { call =>
        Try(spark.sql(s"SELECT $call AS v FROM $wide")).toOption.map { accepted =>
          val isAggregate = accepted.queryExecution.analyzed.exists(_.isInstanceOf[Aggregate])
          val prefix = accepted.schema.head.dataType match {
            case DoubleType | FloatType => "close"
            case _ => "exact"
          }
          if (isAggregate) RandomQuery(Seq("b AS exact1", s"$call AS ${prefix}Agg0"), groupBy = Seq("b"))
          else RandomQuery(Seq("k AS exact1", s"$call AS ${prefix}0"))
        }
      }
      .nextOption()
  }

  private def isAnsweredInSeveralWays(query: RandomQuery): Boolean = {
    val Seq(first, again, backward) =
      Seq(wide, wide, wideReversed).map { view =>
        QueryAnswer.of(query.sql.replace("@wide", view))
      }
    !agree(first, again) || !agree(first, backward)
  }

  /** Compares all queries, or in CI the first drawn one that Spark accepts. */
  private def compare(calls: FunctionCalls): Unit = {
    val table = create(calls.schema, calls.rows)
    if (TestEveryFunction.isWhole) calls.queries.foreach(compare(calls.function, calls.text, table, _))
    else
      random.shuffle(calls.queries).iterator.takeWhile(_ => !covered(calls.function)).foreach {
        compare(calls.function, calls.text, table, _)
      }
  }

  private def compare(function: String, text: String, table: String, query: LogicalPlan => LogicalPlan): Unit =
    compare(
      function,
      text,
      () => query(plain(table)),
      () => query(ours(table)),
      () => query(plain(reversed(table)))
    )

  private def compare(
      function: String,
      text: String,
      plain: () => LogicalPlan,
      ours: () => LogicalPlan,
      reversed: () => LogicalPlan
  ): Unit =
    answer(plain()) match {
      case NotAQuery =>
      case expected =>
        compared += 1
        covered += function
        val actual = answer(ours())
        if (!agree(expected, actual)) {
          // What Spark itself does not answer twice in the same way cannot be compared.
          val isExcused = (expected, actual) match {
            case (_: Rows, _: Rows) => !agree(expected, answer(plain())) || !agree(expected, answer(reversed()))
            case _ => false
          }
          if (isExcused) excused += 1
          else {
            val mode = if (spark.sessionState.conf.ansiEnabled) "ANSI" else "LEGACY"
            val line = s"$mode $function: $text: plain Spark $expected, ours $actual"
            println(s"DIFFERENCE $line")
            differences += line
          }
        }
    }

  private def compareTogether(examples: Seq[Seq[ScalarCall]]): Unit = {
    val arguments = examples.flatten.flatMap(_.arguments).distinct
    val names = arguments.zipWithIndex.map { case (argument, i) => argument -> s"a$i" }.toMap
    val schema = keyed(arguments.map(argument => StructField(names(argument), argument.dataType)))
    val values = arguments.map(_.value)
    val table =
      create(schema, Seq(Row.fromSeq(0 +: values), Row.fromSeq(1 +: values.map(_ => null)), Row.fromSeq(2 +: values)))
    val valid = examples.flatMap { calls =>
      val expressions = random
        .shuffle(calls)
        .iterator
        .map(call => call -> call.call(call.arguments.map(argument => UnresolvedAttribute.quoted(names(argument)))))
        .filter { case (_, expression) => isValid(Project(Seq(named(expression)), plain(table))) }
      if (TestEveryFunction.isWhole) expressions.toSeq else expressions.take(1).toSeq
    }
    val (computed, others) = valid.partition { case (_, expression) => isComputedByEngine(expression, table) }
    pushed ++= computed.map { case (call, _) => call.function }
    together(computed, table)(byKey)
    together(others, table)(projected)
    val few = if (TestEveryFunction.isWhole) valid else valid.filter(_ => random.nextInt(20) == 0)
    few.foreach { case (call, expression) =>
      compare(
        call.function,
        s"${call.text}, as group",
        table,
        relation =>
          Aggregate(Seq(expression), Seq(named(expression), count, max(UnresolvedAttribute.quoted(Key))), relation)
      )
      compare(
        call.function,
        s"${call.text}, filtered and ordered",
        table,
        relation => {
          val order = Seq(SortOrder(expression, Ascending), SortOrder(UnresolvedAttribute.quoted(Key), Ascending))
          val rows = Filter(IsNotNull(expression), relation)
          GlobalLimit(Literal(2), LocalLimit(Literal(2), Sort(order, global = true, rows)))
        }
      )
    }
  }

  /** Compares all in one query, and halves of them where the answer differs or is an error. */
  private def together(calls: Seq[(ScalarCall, Expression)], table: String)(
      query: Seq[Expression] => LogicalPlan => LogicalPlan
  ): Unit = {
    val all = query(calls.map { case (_, expression) => expression })
    if (calls.size == 1) calls.foreach { case (call, _) => compare(call.function, call.text, table, all) }
    else if (calls.nonEmpty)
      (answer(all(plain(table))), answer(all(ours(table)))) match {
        case (expected: Rows, actual: Rows) if agree(expected, actual) =>
          compared += calls.size
          covered ++= calls.map { case (call, _) => call.function }
        case _ =>
          val (first, second) = calls.splitAt(calls.size / 2)
          together(first, table)(query)
          together(second, table)(query)
      }
  }

  private def projected(expressions: Seq[Expression])(relation: LogicalPlan): LogicalPlan =
    Project(named(UnresolvedAttribute.quoted(Key)) +: expressions.map(named), relation)

  /** Each row is a group. Spark computes alone what is only projected. */
  private def byKey(expressions: Seq[Expression])(relation: LogicalPlan): LogicalPlan = {
    val key = UnresolvedAttribute.quoted(Key)
    Aggregate(Seq(key), named(key) +: expressions.map(max), relation)
  }

  private def isComputedByEngine(expression: Expression, table: String): Boolean =
    Try(PlanSession.scans(Dataset.ofRows(spark, byKey(Seq(expression))(ours(table))))).toOption
      .exists(_.exists(_.report.operators.exists(_.text.startsWith("PartialAggregate"))))

  /** Spark refuses some calls with an inner error. */
  private def isValid(plan: LogicalPlan): Boolean = Try(Dataset.ofRows(spark, plan)).isSuccess

  private def create(schema: StructType, rows: Seq[Row]): String = {
    tables += 1
    val name = s"function_calls_$tables"
    PlanSession.create(name, schema, rows)
    created = (schema, rows)
    name
  }

  /** A view of the rows of the last table, in another order. */
  private def reversed(table: String): String = {
    val (schema, rows) = created
    PlanSession.create(s"${table}_reversed", schema, rows.reverse)
    s"${table}_reversed"
  }

  private def plain(table: String): LogicalPlan = UnresolvedRelation(Seq(table))

  private def ours(table: String): LogicalPlan = UnresolvedRelation(Seq("inproc", table))

  private def answer(plan: LogicalPlan): QueryAnswer = QueryAnswer.of(Dataset.ofRows(spark, plan))

  private def agree(expected: QueryAnswer, actual: QueryAnswer): Boolean = (expected, actual) match {
    case (a: Rows, b: Rows) => a.rows.map(closeText).sorted == b.rows.map(closeText).sorted
    case (a, b) => a == b
  }

  private def closeText(value: Any): String = value match {
    case row: Row => row.toSeq.map(closeText).mkString("{", "|", "}")
    case seq: scala.collection.Seq[_] => seq.map(closeText).mkString("[", "|", "]")
    case map: scala.collection.Map[_, _] =>
      map.map { case (k, v) => s"${closeText(k)}=${closeText(v)}" }.mkString("<", "|", ">")
    case number: Double if !number.isNaN && !number.isInfinite => f"$number%.9e"
    case other => Answers.text(other)
  }
}

object TestEveryFunction {
  private val ExamplesPerTable = 30
  private val Attempts = 60
  private val LeastPushed = 100

  /** Every example in every shape; else CI's part, which has a call of every function. */
  private val isWhole = java.lang.Boolean.getBoolean("random.everyExample")

  /** Functions whose result is as large as an argument says: with drawn numbers it does not fit into memory. */
  private val OfAnySize =
    Set("array_insert", "array_repeat", "format_number", "lpad", "randstr", "range", "repeat", "rpad", "sequence") ++
      Set("space", "stack")

  /** Functions that need another call than their examples, or a call with one column. */
  private val Queries: Map[String, String] = Map(
    "unix_nanos" -> "SELECT k, unix_nanos(CAST(wall AS TIMESTAMP_NTZ(9))) AS v FROM @wide WHERE k < 20",
    "randstr" -> "SELECT k, length(randstr(3)) AS v FROM @wide",
    "variant_explode" -> "SELECT k, v.* FROM @wide, LATERAL variant_explode(try_parse_json(txt)) AS v",
    "variant_explode_outer" -> "SELECT k, v.* FROM @wide, LATERAL variant_explode_outer(try_parse_json(txt)) AS v"
  )

  /** Functions that no call here reaches, by the reason. */
  private val LeftOut: Map[String, Seq[String]] = Map(
    "a table of its own, without arguments that rows have" ->
      Seq("collations", "python_worker_logs", "range", "sql_keywords"),
    "takes constants only, so that Spark computes it while it plans" ->
      Seq("schema_of_csv", "schema_of_json", "schema_of_xml"),
    "needs a package that Spark does not come with" ->
      Seq("from_avro", "from_protobuf", "schema_of_avro", "to_avro", "to_protobuf"),
    "needs a metric view" -> Seq("measure")
  )
}

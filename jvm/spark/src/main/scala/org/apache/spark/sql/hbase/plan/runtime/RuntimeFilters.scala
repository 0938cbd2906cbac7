package org.apache.spark.sql.hbase.plan.runtime

import scala.jdk.CollectionConverters._
import scala.util.{Left, Right}

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{
  AttributeReference,
  BloomFilterMightContain,
  CreateNamedStruct,
  Expression,
  In,
  Literal,
  XxHash64
}
import org.apache.spark.sql.hbase.engine.expression.RaisingExpressions
import org.apache.spark.sql.hbase.engine.keyrange.RowKeyTuples
import org.apache.spark.sql.hbase.plan.catalyst.{
  CatalystExpressions,
  CatalystLiterals,
  ExpressionText,
  InputBinding,
  LayoutBinding,
  Placeholders,
  PushedOperator,
  QueryContexts,
  Refusal,
  SubPlanAssembly,
  ValueLists
}
import org.apache.spark.sql.hbase.plan.push.access.RuntimeValues
import org.apache.spark.sql.hbase.shim.ListedKeys
import org.apache.spark.sql.hbase.shim.Optionals._
import org.apache.spark.sql.hbase.wire.proto.{
  BuildColumn,
  Call,
  Expression => ProtoExpression,
  Function => ProtoFunction,
  Operator,
  RowRange,
  SubPlan
}
import org.apache.spark.sql.types.StructType

/**
 * The filters that Spark learns while a query runs. The values of a join's key on its other side, from dynamic pruning,
 * are a help, not a duty: Spark joins all the same, so what cannot be pushed is left out. The values of scalar
 * subqueries ([[RuntimeValues]]) are a duty: no one else checks the conditions in which they stand.
 *
 * {{{
 * sub-plan of the fact table                  with `day IN (5, 7)` learned from the dimension, 10 from a subquery
 *   Filter(amount > placeholder), Project(...)   Filter(day IN (5, 7)), Filter(amount > 10), Project(...)
 * }}}
 *
 * Pure functions, thread-safe.
 */
object RuntimeFilters {

  /**
   * A sub-plan with what was learned.
   *
   * @param added what its first operators are, for EXPLAIN
   * @param refused reasons why conditions were left out
   */
  final case class Narrowed(subPlan: SubPlan, added: Seq[PushedOperator], refused: Seq[Refusal])

  /** @param refused reasons why optional filters were left out */
  final case class Filled(subPlan: SubPlan, refused: Seq[Refusal])

  /** More are not compared one by one: of them there is a Bloom filter, and a list of each column's values. */
  private val MaxTuples = 10000

  /** @param list stands in the operator; a Bloom filter can take its place */
  private final case class Added(operator: Operator, shown: PushedOperator, list: Option[ListedValues] = None)

  /**
   * @param keys over columns of the table, with the types that Spark knows
   * @param input finds these columns in the sub-plan
   */
  private final case class BoundKeys(keys: Seq[Expression], input: InputBinding)

  /**
   * The keys of a join's other side.
   *
   * @param key over the columns of the table; a struct of columns is compared with tuples
   * @param known the values; rows where the key is a struct
   * @param bloomFilter of values that are too many to be known
   */
  private final case class ListedValues(
      key: Expression,
      known: Either[Refusal, Seq[Any]],
      bloomFilter: Option[KeyBloomFilter] = None
  ) {
    val columns: Seq[Expression] = key match {
      case tuple: CreateNamedStruct => tuple.valExprs
      case column => Seq(column)
    }

    def text: String = columns match {
      case Seq(column) => ExpressionText.of(column)
      case several => several.map(ExpressionText.of).mkString("(", ", ", ")")
    }

    /** The number of different values, as far as it is known. */
    def count: Option[Long] = bloomFilter.map(_.count).orElse(known.toOption.map(_.size.toLong))

    /** Rows with a value for each column. NULL has no partner. */
    lazy val tuples: Either[Refusal, Seq[Seq[Any]]] = known.map { values =>
      if (columns.size == 1) values.filter(_ != null).map(Seq(_))
      else values.collect { case row: InternalRow if !row.anyNull => row.toSeq(columns.map(_.dataType)) }
    }

    lazy val byColumn: Seq[ListedValues] =
      columns.indices.map(i => ListedValues(columns(i), tuples.map(_.map(_(i)).distinct)))

    /** Whether the lists of the columns' values hold other tuples, too. */
    def sayMoreThanLists: Boolean =
      tuples.exists(rows => byColumn.map(_.known.fold(_ => 0, _.size).toDouble).product > rows.size)

    /** Whether these tuples have no other values of the column. */
    def implies(ofColumn: ListedValues): Boolean = {
      val position = columns.map(ExpressionText.of).indexOf(ExpressionText.of(ofColumn.key))
      position >= 0 && tuples.exists { rows =>
        ofColumn.known.map(_.toSet).exists(values => rows.forall(row => values(row(position))))
      }
    }
  }

  /**
   * Names of the columns of the row key that Spark may prune by.
   *
   * @param schema of the columns that are read
   */
  def keyColumns(subPlan: SubPlan, schema: StructType): Seq[String] = {
    val keys = subPlan.getTable.getColumnsList.asScala.filter(_.hasKey).map(_.getName).toSet
    schema.fieldNames.toSeq.filter(keys)
  }

  /**
   * The sub-plan with the values in their places, or why the engine refuses them. Bloom filters that it does not take, being
   * too large, let every row pass.
   *
   * @param learned all of the scan's runtime filters, their subqueries run
   */
  def filled(subPlan: SubPlan, learned: Seq[Expression]): Either[Refusal, Filled] =
    if (!Placeholders.areIn(subPlan)) Right(Filled(subPlan, Nil))
    else
      for {
        values <- learned
          .collectFirst { case RuntimeValues(values) => values }
          .toRight(Refusal("the values are not known"))
        literals <- Refusal.firstOf(values.map(v => CatalystLiterals.toProto(v.eval(), v.dataType)))
        (filled, refused) = BloomFilters.checked(Placeholders.filled(subPlan, literals))
        checked <- SubPlanAssembly.checked(filled.getTable, filled.getOperatorsList.asScala.toSeq)
      } yield Filled(checked, refused)

  /**
   * The sub-plan with the lists of values before its operators: rows that no partner waits for are not even looked at by
   * them.
   *
   * @param schema of the table, with the types that Spark knows
   * @param limits on the lists of columns that may be of no use
   */
  def narrow(
      subPlan: SubPlan,
      schema: StructType,
      learned: Seq[Expression],
      limits: Map[String, TriedKeys.Limit] = Map.empty
  ): Narrowed = {
    val known = learned.filterNot(_.isInstanceOf[RuntimeValues]).flatMap(listed)
    val (ofSeveral, ofOne) = known.partition(_.columns.size > 1)
    val (tooMany, listedTuples) = ofSeveral.partition(_.bloomFilter.isDefined)
    val tuples = listedTuples.map(keys => keys -> together(subPlan, schema, keys))
    val listedTogether = tuples.collect { case (keys, Right(_)) => keys }
    val notTogether = tuples.collect { case (keys, Left(_)) => keys }
    val alone = ofOne ++ notTogether.flatMap(_.byColumn)
    // What may be of no use comes last.
    val (sure, tried) = alone.partition(limit(_, limits).isEmpty)
    val filters = tuples.collect { case (_, Right(filter)) => Right(filter) } ++
      sure.filterNot(keys => listedTogether.exists(_.implies(keys))).map(isInOrLikely(subPlan, schema, _, None)) ++
      (notTogether.filter(_.sayMoreThanLists) ++ tooMany).map(isLikely(subPlan, schema, _)) ++
      tried.map(keys =>
        useless(keys, limits).toLeft(keys).flatMap(isInOrLikely(subPlan, schema, _, limit(keys, limits)))
      )
    val refused = filters.collect { case Left(refusal) => refusal }
    val found = filters.collect { case Right(one) => one }
    assembled(subPlan, found) match {
      case Right(narrowed) => narrowed.copy(refused = refused)
      case Left(_) =>
        val (kept, left) = asManyAsFit(subPlan, schema, found)
        kept.copy(refused = refused ++ left)
    }
  }

  private def limit(keys: ListedValues, limits: Map[String, TriedKeys.Limit]): Option[TriedKeys.Limit] =
    onlyColumn(keys.key).toOption.flatMap(column => limits.get(column.name))

  private def useless(keys: ListedValues, limits: Map[String, TriedKeys.Limit]): Option[Refusal] =
    for {
      limit <- limit(keys, limits)
      count <- keys.count
      refusal <- limit.refusal(keys.key, count)
    } yield refusal

  private def assembled(subPlan: SubPlan, filters: Seq[Added]): Either[Refusal, Narrowed] = {
    val (operators, added) = filters.foldLeft((subPlan.getOperatorsList.asScala.toSeq, Seq.empty[Added])) {
      case ((operators, added), one) => adding(one, operators, added)
    }
    SubPlanAssembly
      .checked(subPlan.getTable, added.map(_.operator) ++ operators)
      .map(Narrowed(_, added.map(_.shown), Nil))
  }

  /**
   * Returns the sub-plan with the first filters, and others behind them that it is not too large for. For a list that it
   * is too large for it has a Bloom filter, if that fits.
   */
  private def asManyAsFit(subPlan: SubPlan, schema: StructType, filters: Seq[Added]): (Narrowed, Seq[Refusal]) = {
    val none = (Narrowed(subPlan, Nil, Nil), Seq.empty[Added], Seq.empty[Refusal])
    val (narrowed, _, refused) = filters.foldLeft(none) { case ((narrowed, kept, refused), one) =>
      def withOne(added: Added) = assembled(subPlan, kept :+ added).map(more => (more, kept :+ added, refused))
      withOne(one).fold(
        tooLarge =>
          one.list
            .flatMap(isLikely(subPlan, schema, _).flatMap(withOne).toOption)
            .getOrElse((narrowed, kept, refused :+ tooLarge)),
        identity
      )
    }
    (narrowed, refused)
  }

  /** A semi join is a list of the same values already, which travels once: in front, where it limits row keys. */
  private def adding(one: Added, operators: Seq[Operator], added: Seq[Added]): (Seq[Operator], Seq[Added]) = {
    val predicate = one.operator.getFilter.getPredicate
    ValueLists.positionOf(predicate, operators) match {
      case None => (operators, added :+ one)
      case Some(position) if operators.take(position).forall(_.hasFilter) => (operators, added)
      case Some(position) =>
        (
          operators.updated(position, SubPlanAssembly.passing),
          added :+ one.copy(operator = SubPlanAssembly.filter(predicate))
        )
    }
  }

  /** None for conditions with subqueries that Spark, or already the sub-plan, checks. */
  private def listed(learned: Expression): Option[ListedValues] = learned match {
    case ListedKeys(key, known) =>
      // A broadcast side lists one of several keys for each tuple of them.
      val values = known.map(_.distinct).toRight(Refusal(s"the values of ${ExpressionText.of(key)} are not known"))
      Some(ListedValues(key, values))
    case keys: RuntimeKeyFilter => Some(ListedValues(keys.child, keys.values, keys.bloomFilter))
    case _ => None
  }

  /** One filter of tuples, or why each column's values are listed alone: they are too many, or name no row keys. */
  private def together(subPlan: SubPlan, schema: StructType, keys: ListedValues): Either[Refusal, Added] = for {
    tuples <- keys.tuples
    _ <- Either.cond(tuples.nonEmpty && tuples.size <= MaxTuples, (), Refusal("there are none, or too many"))
    filters <- Refusal.firstOf(keys.byColumn.map(isIn(subPlan, schema, _)))
    ranges <- rowRanges(subPlan, schema, keys.columns, tuples)
    filter = allOf(filters, ranges, s"${keys.text} IN ${tuples.size} tuples of the join")
    _ <- SubPlanAssembly.checked(subPlan.getTable, filter.operator +: subPlan.getOperatorsList.asScala.toSeq)
  } yield filter

  private def allOf(filters: Seq[Added], ranges: Seq[RowRange], shown: String): Added = {
    val predicates = filters.map(_.operator.getFilter.getPredicate)
    val call = Call.newBuilder().setFunction(ProtoFunction.AND).addAllArguments(predicates.asJava)
    val operator = SubPlanAssembly.optionalFilter(predicates.head.toBuilder.setCall(call).build()).toBuilder
    operator.getFilterBuilder.addAllRowRanges(ranges.asJava)
    Added(operator.build(), PushedOperator.filter(shown))
  }

  /** The row keys that begin with tuples. */
  private def rowRanges(
      subPlan: SubPlan,
      schema: StructType,
      columns: Seq[Expression],
      tuples: Seq[Seq[Any]]
  ): Either[Refusal, Seq[RowRange]] = {
    def list(column: Expression, values: Seq[Any], input: InputBinding): Either[Refusal, ProtoExpression] = for {
      key <- CatalystExpressions.toProto(column, input)
      all <- CatalystLiterals.values(values.map(Literal(_, column.dataType)), column.dataType)
    } yield ValueLists.isIn(key, BuildColumn.newBuilder().setType(all.getType).setValues(all.getValues).build())
    for {
      bound <- bound(subPlan, schema, columns)
      lists <- Refusal.firstOf(columns.indices.map(i => list(bound.keys(i), tuples.map(_(i)), bound.input)))
      ranges <- RowKeyTuples
        .ranges(subPlan.getTable, lists.asJava)
        .toScala
        .toRight(Refusal("the columns do not say where row keys begin"))
      // No row key can hold one: the lists say so, too.
      _ <- Either.cond(!ranges.isEmpty, (), Refusal("no row key holds a tuple"))
    } yield ranges.asScala.toSeq
  }

  /** A list of values, or a Bloom filter where they are too many for one. */
  private def isInOrLikely(
      subPlan: SubPlan,
      schema: StructType,
      keys: ListedValues,
      limit: Option[TriedKeys.Limit]
  ): Either[Refusal, Added] =
    if (keys.bloomFilter.isDefined || limit.exists(most => keys.count.exists(_ > most.most)))
      isLikely(subPlan, schema, keys)
    else isIn(subPlan, schema, keys)

  private def isIn(subPlan: SubPlan, schema: StructType, keys: ListedValues): Either[Refusal, Added] =
    for {
      bound <- bound(subPlan, schema, Seq(keys.key))
      values <- keys.known
      key = bound.keys.head
      literals = values.map(Literal(_, key.dataType))
      isIn = if (literals.isEmpty) Literal.FalseLiteral else In(key, literals)
      condition <- CatalystExpressions.toProto(isIn, bound.input).map(QueryContexts.removed(_))
      operator <- optional(condition, keys)
      shown = PushedOperator.filter(s"${keys.text} IN ${literals.size} values of the join")
    } yield Added(operator, shown, Some(keys))

  /** A filter that few other keys pass. It says nothing of row keys. */
  private def isLikely(subPlan: SubPlan, schema: StructType, keys: ListedValues): Either[Refusal, Added] = for {
    bound <- bound(subPlan, schema, keys.columns)
    types = bound.keys.map(_.dataType)
    bloom <- keys.bloomFilter.map(Right(_)).getOrElse(keys.tuples.flatMap(BloomFilters.of(_, types)))
    _ <- Either.cond(
      bloom.types == types,
      (),
      Refusal(s"${keys.text} has another type than the other side of the join")
    )
    mightContain = BloomFilterMightContain(Literal(bloom.bytes), new XxHash64(bound.keys))
    condition <- CatalystExpressions.toProto(mightContain, bound.input).map(QueryContexts.removed(_))
    operator <- optional(condition, keys)
  } yield {
    val count = if (bloom.isExact) s"${bloom.count}" else s"about ${bloom.count}"
    val what = if (keys.columns.size == 1) "values" else "tuples"
    Added(operator, PushedOperator.filter(s"${keys.text} IN a Bloom filter of $count $what of the join"))
  }

  private def optional(condition: ProtoExpression, keys: ListedValues): Either[Refusal, Operator] =
    if (RaisingExpressions.mayRaise(condition)) Left(Refusal(s"${keys.text} may raise an error"))
    else Right(SubPlanAssembly.optionalFilter(condition))

  private def bound(subPlan: SubPlan, schema: StructType, keys: Seq[Expression]): Either[Refusal, BoundKeys] = for {
    columns <- Refusal.firstOf(keys.map(onlyColumn))
    attributes <- Refusal.firstOf(columns.map(column => attribute(schema, column.name)))
    input <- binding(subPlan, attributes)
    ofTable = keys.zip(attributes).map { case (key, attribute) =>
      key.transform { case _: AttributeReference => attribute }
    }
  } yield BoundKeys(ofTable, input)

  private def onlyColumn(key: Expression): Either[Refusal, AttributeReference] = key.references.toSeq match {
    case Seq(column: AttributeReference) => Right(column)
    case _ => Left(Refusal(s"${ExpressionText.of(key)} is not an expression of one column"))
  }

  private def attribute(schema: StructType, name: String): Either[Refusal, AttributeReference] =
    schema.fields
      .collectFirst { case field if field.name == name => AttributeReference(name, field.dataType)() }
      .toRight(Refusal(s"the table has no column $name"))

  private def binding(subPlan: SubPlan, attributes: Seq[AttributeReference]): Either[Refusal, InputBinding] = {
    val names = subPlan.getTable.getColumnsList.asScala.map(_.getName).toSet
    attributes.find(attribute => !names(attribute.name)) match {
      case None => Right(LayoutBinding(subPlan.getTable, attributes))
      case Some(missing) => Left(Refusal(s"the scan does not read column ${missing.name}"))
    }
  }
}

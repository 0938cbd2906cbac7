package org.apache.spark.sql.hbase.random

import scala.util.Random
import scala.util.matching.Regex

/**
 * Writes random expressions over [[WideTable]] as SQL, of the functions in [[ScalarFunctions]].
 *
 * @param isCalm true: mostly columns of values on which little overflows, so that in ANSI mode there are answers to compare
 */
final class RandomExpressions(random: Random, isCalm: Boolean) {
  private val placeholder: Regex = """\{([=@:~]?)([a-zA-Z]+)\}""".r

  /** Some function, with each as likely as the others. */
  def any(depth: Int): String = {
    val signature = one(Signatures.all)
    write(signature, one(signature.results), depth)
  }

  def of(kind: SqlKind, depth: Int): String = {
    val signatures = Signatures.byResult(kind)
    if (depth <= 0 || signatures.isEmpty || random.nextInt(5) == 0) leaf(kind)
    else write(one(signatures), kind, depth)
  }

  def one[A](choices: Seq[A]): A = choices(random.nextInt(choices.size))

  private def write(signature: Signature, result: SqlKind, depth: Int): String =
    fill(signature.template, depth, Map(signature.result -> result))

  /** A template with expressions in the place of its placeholders. */
  def fill(template: String, depth: Int, variables: Map[String, SqlKind] = Map.empty): String = {
    var bound = variables
    def kind(name: String): SqlKind = bound.getOrElse(
      name, {
        val choice = one(Signatures.kindsOf(name))
        // Variables of one letter are the same kind throughout.
        if (name.length == 1) bound += name -> choice
        choice
      }
    )
    placeholder.replaceAllIn(
      template,
      _ match {
        case Regex.Groups("~", name) => one(kind(name).calm)
        case Regex.Groups(":", pool) => Regex.quoteReplacement(one(Signatures.pools(pool)))
        case Regex.Groups("=", name) => Regex.quoteReplacement(one(kind(name).literals))
        case Regex.Groups("@", name) => one(kind(name).sqlNames)
        case Regex.Groups(_, name) => Regex.quoteReplacement(of(kind(name), depth - 1))
      }
    )
  }

  private def leaf(kind: SqlKind): String = random.nextInt(12) match {
    case 0 => one(kind.literals)
    case 1 if random.nextInt(4) == 0 => s"CAST(NULL AS ${one(kind.sqlNames)})"
    case n => one(if (kind.edges.isEmpty || (if (isCalm) n < 11 else n < 3)) kind.calm else kind.edges)
  }
}

package org.apache.spark.sql.hbase.plan.catalyst.function

import java.util.Locale

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.objects.StaticInvoke
import org.apache.spark.sql.catalyst.util.CharVarcharCodegenUtils
import org.apache.spark.sql.hbase.plan.catalyst.function.FunctionCall.plain
import org.apache.spark.sql.hbase.shim.LettersShim
import org.apache.spark.sql.hbase.wire.proto.{EvalMode => ProtoEvalMode, Function => ProtoFunction}
import org.apache.spark.sql.types.StringType
import org.apache.spark.unsafe.types.UTF8String

/** Functions of strings. */
object CatalystText {

  /** Languages whose letter cases ICU maps by rules of their own, if one of them is that of the JVM. */
  private val OwnLetterCases = Set("az", "el", "hy", "lt", "tr")

  val family: FunctionCall.Family = {
    case e: StartsWith => plain(ProtoFunction.STARTS_WITH, e)
    case e: EndsWith => plain(ProtoFunction.ENDS_WITH, e)
    case e: Contains => plain(ProtoFunction.CONTAINS, e)
    case e: Substring => plain(ProtoFunction.SUBSTRING, e)
    case e: SubstringIndex => plain(ProtoFunction.SUBSTRING_INDEX, e)
    case e: Length => plain(ProtoFunction.LENGTH, e)
    case e: OctetLength => plain(ProtoFunction.OCTET_LENGTH, e)
    case e: BitLength => plain(ProtoFunction.BIT_LENGTH, e)
    case e: Upper if hasKnownLetterCases => plain(ProtoFunction.UPPER, e)
    case e: Lower if hasKnownLetterCases => plain(ProtoFunction.LOWER, e)
    case e: Concat => plain(ProtoFunction.CONCAT, e)
    case e: ConcatWs => plain(ProtoFunction.CONCAT_WITH_SEPARATOR, e)
    case StringTrim(text, characters) => FunctionCall(ProtoFunction.TRIM, text +: characters.toSeq)
    case StringTrimLeft(text, characters) => FunctionCall(ProtoFunction.TRIM_LEFT, text +: characters.toSeq)
    case StringTrimRight(text, characters) => FunctionCall(ProtoFunction.TRIM_RIGHT, text +: characters.toSeq)
    case e: StringReplace => plain(ProtoFunction.REPLACE, e)
    case StringInstr(text, searched) => FunctionCall(ProtoFunction.POSITION, Seq(text, searched, Literal(1)))
    case StringLocate(searched, text, start) => FunctionCall(ProtoFunction.POSITION, Seq(text, searched, start))
    case e: StringLPad => plain(ProtoFunction.PAD_LEFT, e)
    case e: StringRPad => plain(ProtoFunction.PAD_RIGHT, e)
    // How Spark reads a CHAR(n) column: filled up, but never cut off.
    case StaticCall(owner, "readSidePadding", Seq(text, length)) if owner == classOf[CharVarcharCodegenUtils] =>
      val padded = StringRPad(text, length, Literal(" "))
      FunctionCall(ProtoFunction.CASE_WHEN, Seq(LessThan(Length(text), length), padded, text))
    case e: Reverse => plain(ProtoFunction.REVERSE, e)
    case e: StringRepeat => plain(ProtoFunction.REPEAT, e)
    case e: StringTranslate => plain(ProtoFunction.TRANSLATE, e)
    // What split_part is replaced by.
    case ElementAt(StringSplitSQL(text, delimiter), part, Some(Literal(UTF8String.EMPTY_UTF8, _)), _) =>
      FunctionCall(ProtoFunction.SPLIT_PART, Seq(text, delimiter, part))
    case GetArrayItem(StringSplit(text, LiteralDelimiter(delimiter), Literal(limit: Int, _)), item, failOnError)
        if limit <= 0 =>
      val mode = if (failOnError) ProtoEvalMode.ANSI else ProtoEvalMode.LEGACY
      FunctionCall(ProtoFunction.SPLIT_ITEM, Seq(text, delimiter, item), mode)
    case e: Overlay => plain(ProtoFunction.OVERLAY, e)
    case e: FindInSet => plain(ProtoFunction.FIND_IN_SET, e)
    case e: Hex => plain(ProtoFunction.HEX, e)
    case e @ Unhex(_, false) => plain(ProtoFunction.UNHEX, e)
    case e: Bin => plain(ProtoFunction.BINARY_DIGITS, e)
    case e: Chr => plain(ProtoFunction.CHARACTER, e)
    case e: Ascii => plain(ProtoFunction.ASCII, e)
    // What base64 is replaced by.
    case StaticCall(owner, "encode", arguments) if owner == classOf[Base64] =>
      FunctionCall(ProtoFunction.BASE64, arguments)
  }

  /** By its members: lines of Spark differ in how many it has. */
  private object StaticCall {
    def unapply(e: Expression): Option[(Class[_], String, Seq[Expression])] = e match {
      case call: StaticInvoke => Some((call.staticObject, call.functionName, call.arguments))
      case _ => None
    }
  }

  /** A regular expression that stands for itself, or for the one sign behind a backslash. */
  private object LiteralDelimiter {
    private val Plain = """[^\\^$.|?*+()\[\]{}]+""".r
    private val Escaped = """\\([.|?*+()\[\]{}^$\\])""".r

    def unapply(pattern: Expression): Option[Literal] = pattern match {
      case Literal(text: UTF8String, StringType) =>
        Option(text.toString).collect { case Plain() => text.toString; case Escaped(sign) => sign }.map(Literal(_))
      case _ => None
    }
  }

  /** ICU's mappings are the default of Spark; those of Java depend on its version. */
  private def hasKnownLetterCases: Boolean =
    LettersShim.others.isEmpty && LettersShim.mapsByIcu && !OwnLetterCases(Locale.getDefault.getLanguage)
}

package org.apache.spark.sql.hbase.schema

import scala.jdk.CollectionConverters._
import scala.util.Try

import org.apache.spark.sql.catalyst.parser.CatalystSqlParser
import org.apache.spark.sql.hbase.codec.types.SqlType
import org.apache.spark.sql.hbase.engine.types.{SqlTypes => EngineTypes}
import org.apache.spark.sql.hbase.wire.proto
import org.apache.spark.sql.types._

/** Translates types between Spark, the codecs and the wire. Total on the supported types; None or an exception else. */
object SparkTypes {

  /** None: the type cannot be stored. CHAR, VARCHAR and collated strings are not STRING here. */
  def fromSpark(dataType: DataType): Option[SqlType] = dataType match {
    case BooleanType => Some(SqlType.BOOLEAN)
    case ByteType => Some(SqlType.TINYINT)
    case ShortType => Some(SqlType.SMALLINT)
    case IntegerType => Some(SqlType.INT)
    case LongType => Some(SqlType.BIGINT)
    case FloatType => Some(SqlType.FLOAT)
    case DoubleType => Some(SqlType.DOUBLE)
    case d: DecimalType if d.scale >= 0 && d.scale <= d.precision => Some(SqlType.decimal(d.precision, d.scale))
    case StringType => Some(SqlType.STRING)
    case BinaryType => Some(SqlType.BINARY)
    case DateType => Some(SqlType.DATE)
    case TimestampType => Some(SqlType.TIMESTAMP)
    case TimestampNTZType => Some(SqlType.TIMESTAMP_NTZ)
    case nested @ (_: StructType | _: ArrayType | _: MapType) => fromNested(nested)
    case _ => None
  }

  private def fromNested(dataType: DataType): Option[SqlType] = {
    val parts = children(dataType).map { case (name, part) => fromSpark(part).map(new SqlType.Field(name, _)) }
    val kind = dataType match {
      case _: StructType => SqlType.Kind.STRUCT
      case _: ArrayType => SqlType.Kind.ARRAY
      case _ => SqlType.Kind.MAP
    }
    // The type itself knows its limits: a struct without fields, too many types inside one another.
    if (parts.forall(_.isDefined)) Try(new SqlType(kind, 0, 0, parts.flatten.asJava)).toOption else None
  }

  private def children(dataType: DataType): Seq[(String, DataType)] = dataType match {
    case struct: StructType => struct.fields.toSeq.map(f => f.name -> f.dataType)
    case ArrayType(element, _) => Seq("element" -> element)
    case MapType(key, value, _) => Seq("key" -> key, "value" -> value)
    case _ => Seq.empty
  }

  /** Everything inside a nested type can be NULL, but keys. */
  def toSpark(sqlType: SqlType): DataType = sqlType.kind match {
    case SqlType.Kind.BOOLEAN => BooleanType
    case SqlType.Kind.TINYINT => ByteType
    case SqlType.Kind.SMALLINT => ShortType
    case SqlType.Kind.INT => IntegerType
    case SqlType.Kind.BIGINT => LongType
    case SqlType.Kind.FLOAT => FloatType
    case SqlType.Kind.DOUBLE => DoubleType
    case SqlType.Kind.DECIMAL => DecimalType(sqlType.precision, sqlType.scale)
    case SqlType.Kind.STRING => StringType
    case SqlType.Kind.BINARY => BinaryType
    case SqlType.Kind.DATE => DateType
    case SqlType.Kind.TIMESTAMP => TimestampType
    case SqlType.Kind.TIMESTAMP_NTZ => TimestampNTZType
    case SqlType.Kind.STRUCT =>
      StructType(sqlType.fields.asScala.map(f => StructField(f.name, toSpark(f.`type`))).toSeq)
    case SqlType.Kind.ARRAY => ArrayType(toSpark(sqlType.fieldType(0)))
    case SqlType.Kind.MAP => MapType(toSpark(sqlType.fieldType(0)), toSpark(sqlType.fieldType(1)))
  }

  /**
   * The declared type where it says more than `sqlType`. SHOW CREATE TABLE prints Spark's own collation with texts, which says
   * nothing.
   */
  def declared(dataType: DataType, sqlType: SqlType): Option[DataType] =
    Some(withoutCollation(dataType)).filterNot(_ == toSpark(sqlType))

  private def withoutCollation(dataType: DataType): DataType = dataType match {
    case c: CharType => CharType(c.length)
    case v: VarcharType => VarcharType(v.length)
    case _: StringType => StringType
    case ArrayType(element, hasNulls) => ArrayType(withoutCollation(element), hasNulls)
    case MapType(key, value, hasNulls) => MapType(withoutCollation(key), withoutCollation(value), hasNulls)
    case struct: StructType => StructType(struct.fields.map(f => f.copy(dataType = withoutCollation(f.dataType))))
    case other => other
  }

  def toProto(sqlType: SqlType): proto.DataType = EngineTypes.toWire(sqlType)

  def fromProto(dataType: proto.DataType): SqlType = EngineTypes.of(dataType)

  /** The inverse of `SqlType.toString`, the spelling in the metadata table. */
  def parse(text: String): SqlType = text match {
    case Decimal(precision, scale) => SqlType.decimal(precision.toInt, scale.toInt)
    case nested if nested.endsWith(">") =>
      Try(CatalystSqlParser.parseDataType(nested)).toOption
        .flatMap(fromSpark)
        .getOrElse(throw new IllegalArgumentException(s"not a SQL type: $nested"))
    case name => new SqlType(SqlType.Kind.valueOf(name), 0, 0)
  }

  private val Decimal = """DECIMAL\((\d+),(\d+)\)""".r
}

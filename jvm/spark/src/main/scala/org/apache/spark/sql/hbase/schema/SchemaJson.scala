package org.apache.spark.sql.hbase.schema

import java.util.Locale

import scala.jdk.CollectionConverters._
import scala.util.control.NonFatal

import org.json4s._
import org.json4s.JsonDSL._
import org.json4s.jackson.JsonMethods.{compact, parse, render}

import org.apache.spark.sql.hbase.codec.chunk.GroupKey
import org.apache.spark.sql.hbase.codec.rowkey.{KeyForm, KeyPrefix}
import org.apache.spark.sql.hbase.codec.types.{SqlType, ValueEncoding}
import org.apache.spark.sql.hbase.error.{FirstLine, HBaseErrors}
import org.apache.spark.sql.types.DataType

/**
 * A table's schema as JSON, one document for the table and one for each column. They are the cells of a row in the
 * metadata table. docs/FORMAT.md, "Metadata table", specifies them; the Python package reads them too.
 */
object SchemaJson {

  /** The version of tables without features that readers of version 1 would ignore. */
  val FormatVersion = 1

  /** The version of tables whose row keys such readers would misread. */
  val ExtendedFormatVersion = 2

  /** The version of tables with maps over families, which such readers do not know. */
  val FamilyMapFormatVersion = 3

  /**
   * The version of tables with STRUCTs over several cells or key columns of fixed length, which older readers do not
   * know.
   */
  val StructCellsFormatVersion = 4

  /** The version of tables in layout columnar, which older readers do not know. */
  val ColumnarFormatVersion = 5

  /** The version of tables with key columns of form escaped, which older readers do not know. */
  val EscapedKeysFormatVersion = 6

  /** The version of tables whose rows exist by some families only. Older readers would find more rows. */
  val RowFamiliesFormatVersion = 7

  /** The version of tables that share an HBase table with other rows. Older readers would find those too. */
  val RowPrefixFormatVersion = 8

  private val NewestFormatVersion = RowPrefixFormatVersion

  def table(schema: TableSchema): String = compact(
    render(
      ("formatVersion" -> formatVersion(schema)) ~
        ("namespace" -> schema.namespace) ~
        ("name" -> schema.name) ~
        ("id" -> schema.id) ~
        ("schemaVersion" -> schema.schemaVersion) ~
        ("hbaseTable" -> schema.hbaseTable) ~
        ("layout" -> schema.layout.name) ~
        ("family" -> schema.family) ~
        ("adopted" -> schema.adopted) ~
        ("columns" -> schema.columns.map(_.name)) ~
        ("packedCells" -> schema.packedCells.map { c =>
          ("family" -> c.family) ~ ("qualifier" -> c.qualifier) ~ ("fields" -> c.fields.map(_.toString))
        }) ~
        ("comment" -> schema.comment) ~
        ("properties" -> schema.properties) ~
        ("keyPrefix" -> schema.keyPrefix.map { prefix =>
          ("kind" -> prefix.kind.name.toLowerCase(Locale.ROOT)) ~ ("size" -> prefix.size) ~
            ("parts" -> prefix.parts.asScala.map(_.intValue))
        }) ~
        ("groupBits" -> schema.groups.map(_.bits)) ~
        ("rowFamilies" -> Some(schema.rowFamilies).filter(_.nonEmpty)) ~
        ("rowPrefix" -> schema.rowPrefix) ~
        ("encoding" -> schema.encoding.map(encodingName)) ~
        ("droppedCells" -> Some(schema.droppedCells)
          .filter(_.nonEmpty)
          .map(_.map { c =>
            ("family" -> c.family) ~ ("qualifier" -> c.qualifier) ~ ("type" -> c.sqlType.toString) ~
              ("encoding" -> encodingName(c.encoding))
          }))
    )
  )

  private def formatVersion(schema: TableSchema): Int =
    if (schema.rowPrefix.isDefined) {
      RowPrefixFormatVersion
    } else if (schema.rowFamilies.nonEmpty) {
      RowFamiliesFormatVersion
    } else if (schema.keyColumns.exists(_.place.asInstanceOf[Place.Key].form.kind == KeyForm.Kind.ESCAPED)) {
      EscapedKeysFormatVersion
    } else if (schema.layout == Layout.Columnar) {
      ColumnarFormatVersion
    } else if (schema.columns.exists(c => hasStructCells(c.place))) {
      StructCellsFormatVersion
    } else if (schema.columns.exists(_.place.isInstanceOf[Place.FamilyMap])) {
      FamilyMapFormatVersion
    } else if (
      schema.keyPrefix.isDefined || schema.keyColumns.exists(c => !isPlain(c.place.asInstanceOf[Place.Key].form))
    ) {
      ExtendedFormatVersion
    } else {
      FormatVersion
    }

  private def hasStructCells(place: Place): Boolean = place match {
    case key: Place.Key => key.form.kind == KeyForm.Kind.FIXED
    case _: Place.StructCells => true
    case _ => false
  }

  private def isPlain(form: KeyForm): Boolean = form == KeyForm.PLAIN

  def column(c: ColumnMapping): String = {
    val place: JObject = c.place match {
      case Place.Key(position, encoding, descending, form) =>
        "key" -> (("position" -> position) ~ ("encoding" -> encodingName(encoding)) ~ ("descending" -> descending) ~
          ("form" -> Some(KeyForms.name(form)).filterNot(_ => isPlain(form))) ~
          ("delimiter" -> KeyForms.delimiter(form)))
      case cell: Place.Cell => "cell" -> cellJson(cell)
      case Place.StructCells(fields) => "structCells" -> fields.map(cellJson)
      case Place.FamilyMap(family, encoding) =>
        "familyMap" -> (("family" -> family) ~ ("encoding" -> encodingName(encoding)))
      case Place.Packed(cell, field) => "packed" -> (("cell" -> cell) ~ ("field" -> field))
    }
    compact(
      render(
        ("name" -> c.name) ~ ("type" -> c.sqlType.toString) ~ ("sparkType" -> c.declared.map(t => parse(t.json))) ~
          ("nullable" -> c.nullable) ~ ("comment" -> c.comment) ~ ("default" -> c.default) ~ place
      )
    )
  }

  private def cellJson(cell: Place.Cell): JObject =
    ("family" -> cell.family) ~ ("qualifier" -> cell.qualifier) ~ ("encoding" -> encodingName(cell.encoding))

  /** @param columnJson gives the document of the column with this name, if there is one */
  def read(tableJson: String, columnJson: String => Option[String]): TableSchema = {
    val json = document(tableJson)
    json \ "formatVersion" match {
      case JInt(version) if version >= FormatVersion && version <= NewestFormatVersion =>
      case JInt(version) =>
        throw HBaseErrors.UnsupportedMetadata.analysis("found" -> version, "known" -> NewestFormatVersion)
      case _ => throw HBaseErrors.CorruptMetadata.analysis("reason" -> "the cell has no formatVersion")
    }
    try {
      TableSchema(
        namespace = text(json, "namespace"),
        name = text(json, "name"),
        id = text(json, "id"),
        schemaVersion = int(json, "schemaVersion"),
        hbaseTable = text(json, "hbaseTable"),
        layout = Layout.parse(text(json, "layout")).get,
        family = text(json, "family"),
        adopted = bool(json, "adopted"),
        columns = (json \ "columns").asInstanceOf[JArray].arr.map { name =>
          val columnName = name.asInstanceOf[JString].s
          readColumn(
            document(
              columnJson(columnName).getOrElse(throw new NoSuchElementException(s"no cell for column $columnName"))
            )
          )
        },
        packedCells = (json \ "packedCells").asInstanceOf[JArray].arr.map(readPackedCell),
        comment = optionalText(json, "comment"),
        properties = (json \ "properties")
          .asInstanceOf[JObject]
          .obj
          .map { case (k, v) =>
            k -> v.asInstanceOf[JString].s
          }
          .toMap,
        keyPrefix = Some(json \ "keyPrefix").filterNot(_ == JNothing).map(readKeyPrefix),
        encoding = optionalText(json, "encoding").map(encodingOf),
        droppedCells = Some(json \ "droppedCells").filterNot(_ == JNothing).toSeq.flatMap(readDroppedCells),
        groups = Some(json \ "groupBits").collect { case JInt(bits) => new GroupKey(bits.toInt) },
        rowFamilies = Some(json \ "rowFamilies")
          .collect { case JArray(names) => names.map(_.asInstanceOf[JString].s) }
          .getOrElse(Nil),
        rowPrefix = optionalText(json, "rowPrefix")
      )
    } catch {
      // Missing members are JNothing, so a document of another shape fails one of the casts.
      case e @ (_: ClassCastException | _: NoSuchElementException | _: IllegalArgumentException) =>
        throw HBaseErrors.CorruptMetadata.analysisCausedBy(e, "reason" -> FirstLine.of(e))
    }
  }

  /** Table and columns in one document, for what travels to tasks. */
  def whole(schema: TableSchema): String = compact(
    render(("table" -> table(schema)) ~ ("columns" -> schema.columns.map(c => c.name -> column(c)).toMap))
  )

  /** Reads [[whole]]. */
  def readWhole(json: String): TableSchema = {
    val members = document(json)
    val columns = (members \ "columns").asInstanceOf[JObject].obj.toMap
    read(text(members, "table"), columns.get(_).collect { case JString(s) => s })
  }

  private def readKeyPrefix(json: JValue): KeyPrefix = new KeyPrefix(
    KeyPrefix.Kind.valueOf(text(json, "kind").toUpperCase(Locale.ROOT)),
    int(json, "size"),
    (json \ "parts").asInstanceOf[JArray].arr.map(part => Int.box(part.asInstanceOf[JInt].num.toInt)).asJava
  )

  private def readColumn(json: JValue): ColumnMapping = {
    val place = (json \ "key", json \ "cell", json \ "familyMap", json \ "structCells", json \ "packed") match {
      case (key: JObject, _, _, _, _) =>
        Place.Key(
          int(key, "position"),
          encodingOf(text(key, "encoding")),
          bool(key, "descending"),
          KeyForms.of(optionalText(key, "form"), optionalText(key, "delimiter"))
        )
      case (_, cell: JObject, _, _, _) => readCell(cell)
      case (_, _, map: JObject, _, _) => Place.FamilyMap(text(map, "family"), encodingOf(text(map, "encoding")))
      case (_, _, _, JArray(fields), _) => Place.StructCells(fields.map(readCell))
      case (_, _, _, _, packed) => Place.Packed(int(packed, "cell"), int(packed, "field"))
    }
    val sqlType = SparkTypes.parse(text(json, "type"))
    place match {
      case Place.StructCells(fields) if sqlType.kind != SqlType.Kind.STRUCT || sqlType.fields.size != fields.size =>
        throw new IllegalArgumentException(s"a $sqlType does not lie in ${fields.size} cells")
      case _ =>
    }
    ColumnMapping(
      text(json, "name"),
      sqlType,
      bool(json, "nullable"),
      place,
      optionalText(json, "comment"),
      Some(json \ "sparkType").filterNot(_ == JNothing).map(t => DataType.fromJson(compact(render(t)))),
      optionalText(json, "default")
    )
  }

  private def readCell(json: JValue): Place.Cell =
    Place.Cell(text(json, "family"), text(json, "qualifier"), encodingOf(text(json, "encoding")))

  private def readDroppedCells(json: JValue): Seq[DroppedCell] = json.asInstanceOf[JArray].arr.map { cell =>
    DroppedCell(
      text(cell, "family"),
      text(cell, "qualifier"),
      SparkTypes.parse(text(cell, "type")),
      encodingOf(text(cell, "encoding"))
    )
  }

  private def readPackedCell(json: JValue): PackedCellMapping = PackedCellMapping(
    text(json, "family"),
    text(json, "qualifier"),
    (json \ "fields").asInstanceOf[JArray].arr.map(f => SparkTypes.parse(f.asInstanceOf[JString].s))
  )

  /** Returns the HBase table in the document of a table, whatever its version. */
  def hbaseTable(tableJson: String): Option[String] = optionalText(document(tableJson), "hbaseTable")

  /** The users' word for an encoding; text values are called `string`, as in Spark. */
  def encodingName(encoding: ValueEncoding): String = encoding match {
    case ValueEncoding.ORDERED => "ordered"
    case ValueEncoding.HBASE => "hbase"
    case ValueEncoding.TEXT | ValueEncoding.CAST_TEXT => "string"
    case ValueEncoding.NESTED => "nested"
    case ValueEncoding.JSON => "json"
    case ValueEncoding.AVRO => "avro"
    case ValueEncoding.PHOENIX => "phoenix"
  }

  def parseEncoding(name: String): Option[ValueEncoding] =
    ValueEncoding.values.find(e => encodingName(e).equalsIgnoreCase(name))

  private def encodingOf(name: String): ValueEncoding =
    parseEncoding(name).getOrElse(throw new NoSuchElementException(s"unknown encoding $name"))

  private def document(json: String): JValue =
    try parse(json)
    catch {
      case NonFatal(e) => throw HBaseErrors.CorruptMetadata.analysisCausedBy(e, "reason" -> "a cell is not JSON")
    }

  private def text(json: JValue, member: String): String = (json \ member).asInstanceOf[JString].s
  private def int(json: JValue, member: String): Int = (json \ member).asInstanceOf[JInt].num.toInt
  private def bool(json: JValue, member: String): Boolean = (json \ member).asInstanceOf[JBool].value
  private def optionalText(json: JValue, member: String): Option[String] = Some(json \ member).collect {
    case JString(s) => s
  }
}

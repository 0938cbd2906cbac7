package org.apache.spark.sql.hbase.catalog.definition

import java.util.Locale

import scala.jdk.CollectionConverters._

import org.apache.hadoop.hbase.TableName

import org.apache.spark.sql.connector.catalog.TableCatalog
import org.apache.spark.sql.hbase.codec.rowkey.{KeyForm, KeyPrefix, RowKeys}
import org.apache.spark.sql.hbase.codec.types.ValueEncoding
import org.apache.spark.sql.hbase.conf.{Choice, WriteOptions}
import org.apache.spark.sql.hbase.error.{HBaseErrors, NearestName}
import org.apache.spark.sql.hbase.schema.{CellNames, KeyForms, Layout, SchemaJson, TableLimits}
import org.apache.spark.sql.hbase.shim.ScalaShim._

/** Reads the table properties of a statement. Pure functions, thread-safe. */
private[hbase] object PropertyParser {
  import TableProperties._

  /** @param columnNames the table's columns and fields, for properties of columns */
  def parse(properties: Map[String, String], columnNames: Seq[String]): Parsed = {
    // OPTIONS (...) arrive twice: under their name and with a prefix. Those of the statement's rows are none of the table.
    val ofRows = WriteOptions.ofStatement(properties).keySet
    val given = properties.filterNot { case (name, _) =>
      SparkNames(name) || ofRows(name) || name.startsWith(TableCatalog.OPTION_PREFIX)
    }
    val (ours, others) = given.partition { case (name, _) => name.startsWith("hbase.") }
    checkNames(ours.keys)
    val isSampled = ours.get(Splits.name).exists(SplitPoints.isSampled)
    if (!isSampled && ours.contains(Splits.name) && ours.contains(RegionCount.name)) {
      throw invalid(RegionCount.name, ours(RegionCount.name), s"it cannot be combined with ${Splits.name}")
    }
    if (isSampled && !ours.contains(RegionCount.name)) {
      throw invalid(Splits.name, ours(Splits.name), s"${RegionCount.name} must say into how many regions")
    }
    if (ours.contains(HashColumns.name) && !ours.contains(HashBytes.name)) {
      throw invalid(HashColumns.name, ours(HashColumns.name), s"it says nothing without ${HashBytes.name}")
    }
    Parsed(
      table = ours.get(Table.name).map(hbaseTableName),
      key = ours.get(Key.name).map(ColumnList.parse),
      family = ours.get(Family.name).map(familyName(Family.name, _)),
      rowFamilies =
        ours.get(RowFamilies.name).toSeq.flatMap(_.split(',')).map(_.trim).map(familyName(RowFamilies.name, _)),
      rowPrefix = ours.get(RowPrefix.name).map(rowPrefix),
      layout = oneOf(ours, LayoutName.name, Layout.all.map(_.name), Layout.parse),
      groupBits = ours.get(GroupBits.name).map(groupBits),
      encoding = encodingOf(ours, Encoding.name),
      hashBytes = ours.get(HashBytes.name).map(hashBytes),
      hashColumns = ours.get(HashColumns.name).map(ColumnList.parse),
      splits = ours.get(Splits.name),
      regionCount = ours.get(RegionCount.name).map(regions),
      fieldsOfCells = ours.get(FieldsOfCells.name),
      cellsDropped = ours.get(CellsDropped.name).toSeq.flatMap(DroppedCells.read),
      ofFamilies = FamilySettings.all.flatMap { setting =>
        val value = oneOf(ours, setting.property.name, setting.allowed, v => setting.set(v).map(_ => v))
        value.map(setting.property.name -> _)
      }.toMap,
      coprocessorJar = ours.get(CoprocessorJar.name),
      mapped =
        oneOf(ours, Mapped.name, Seq("true", "false"), _.toLowerCase(Locale.ROOT).toBooleanOption).contains(true),
      columns = columnSettings(ours, columnNames),
      others = others ++ ofReading(ours)
    )
  }

  def parse(properties: java.util.Map[String, String], columnNames: Seq[String]): Parsed =
    parse(properties.asScala.toMap, columnNames)

  private def ofReading(ours: Map[String, String]): Map[String, String] = {
    oneOf(ours, Coprocessor.name, Choice.Coprocessor.names, Choice.Coprocessor.parse)
    oneOf(ours, Mode.name, Choice.Decoding.names, Choice.Decoding.parse)
    ours.collect { case (name, value) if OfReading(name) => name -> value.trim.toLowerCase(Locale.ROOT) }
  }

  private def columnSettings(ours: Map[String, String], columnNames: Seq[String]): OfColumns = {
    val byColumn = ours.keys.filter(_.startsWith(ColumnPrefix)).toSeq.sorted.map { name =>
      // Column names may hold dots, property names do not.
      val rest = name.substring(ColumnPrefix.length)
      val dot = rest.lastIndexOf('.')
      val property = rest.substring(dot + 1)
      if (dot <= 0 || !ofColumn.exists(_.name == property)) {
        val column = if (dot > 0) rest.substring(0, dot) else "<column>"
        throw HBaseErrors.UnknownProperty.analysis(
          NearestName.values("property", name, ofColumn.map(p => ColumnPrefix + column + "." + p.name)): _*
        )
      }
      val column = columnNames.find(_.equalsIgnoreCase(rest.substring(0, dot))).getOrElse {
        throw HBaseErrors.UnknownPropertyColumn.analysis(
          ("property" -> name) +: NearestName.values("column", rest.substring(0, dot), columnNames): _*
        )
      }
      (column, property, name)
    }
    byColumn.groupBy(_._1).map { case (column, entries) =>
      val names = entries.map { case (_, property, name) => property -> name }.toMap
      column -> ColumnSettings(
        family = names.get(ColumnFamily.name).map(n => familyName(n, ours(n))),
        qualifier = names.get(ColumnQualifier.name).map(ours).filterNot(FamilyMaps.isOne).map(CellNames.canonical),
        encoding = names.get(ColumnEncoding.name).flatMap(encodingOf(ours, _)),
        descending = names.get(ColumnOrder.name).flatMap(n => oneOf(ours, n, Seq("asc", "desc"), order)),
        form = form(ours, names),
        wholeFamily = names.get(ColumnQualifier.name).map(ours).exists(FamilyMaps.isOne)
      )
    }
  }

  /** @param names full names of one column's properties, by their own */
  private def form(ours: Map[String, String], names: Map[String, String]): Option[KeyForm] = {
    val given = names.get(ColumnForm.name)
    val delimiter = names.get(ColumnDelimiter.name)
    given.orElse(delimiter).map { property =>
      try KeyForms.of(given.map(ours), delimiter.map(ours))
      catch {
        case e: IllegalArgumentException => throw invalid(property, ours(property), e.getMessage)
      }
    }
  }

  private def order(value: String): Option[Boolean] = value.toLowerCase(Locale.ROOT) match {
    case "asc" => Some(false)
    case "desc" => Some(true)
    case _ => None
  }

  private def encodingOf(ours: Map[String, String], name: String): Option[ValueEncoding] =
    oneOf(ours, name, ValueEncoding.values.toSeq.map(SchemaJson.encodingName).distinct, SchemaJson.parseEncoding)

  private def oneOf[T](
      ours: Map[String, String],
      name: String,
      allowed: Seq[String],
      parse: String => Option[T]
  ): Option[T] =
    ours.get(name).map(v => parse(v.trim).getOrElse(throw invalid(name, v, allowed.mkString("allowed are ", ", ", ""))))

  private def hbaseTableName(value: String): TableName =
    try {
      val table = TableName.valueOf(value)
      LegalNames.lengthRefusal(table.getQualifierAsString).foreach(reason => throw invalid(Table.name, value, reason))
      table
    } catch {
      case e: IllegalArgumentException => throw invalid(Table.name, value, e.getMessage)
    }

  private def familyName(property: String, value: String): String = {
    val bytes = CellNames.bytes(value)
    // HBase's own rules for families; a cell tells the length of its family in one byte with a sign.
    val legal = bytes.nonEmpty && bytes.length <= Byte.MaxValue && bytes(0) != '.' && !bytes.exists(b =>
      b < 0x20 || b == ':' || b == '/' || b == '\\'
    )
    if (!legal) throw invalid(property, value, "it is not a legal name of a column family")
    CellNames.text(bytes)
  }

  private def rowPrefix(value: String): String = {
    val bytes = CellNames.bytes(value)
    if (bytes.isEmpty || bytes.length > RowKeys.MAX_BYTES) {
      throw invalid(RowPrefix.name, value, s"from 1 to ${RowKeys.MAX_BYTES} bytes are needed")
    }
    CellNames.text(bytes)
  }

  private def regions(value: String): Int =
    value.trim.toIntOption.filter(n => n >= 1 && n <= TableLimits.MaxRegions).getOrElse {
      throw invalid(RegionCount.name, value, s"a whole number from 1 to ${TableLimits.MaxRegions} is needed")
    }

  private def hashBytes(value: String): Int =
    value.trim.toIntOption.filter(n => n >= 1 && n <= KeyPrefix.MAX_HASH_BYTES).getOrElse {
      throw invalid(HashBytes.name, value, s"a whole number from 1 to ${KeyPrefix.MAX_HASH_BYTES} is needed")
    }

  private def groupBits(value: String): Int = value.trim.toIntOption.getOrElse {
    throw invalid(GroupBits.name, value, "a whole number is needed")
  }
}

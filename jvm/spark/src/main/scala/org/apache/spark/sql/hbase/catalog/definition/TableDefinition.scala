package org.apache.spark.sql.hbase.catalog.definition

import java.util.UUID

import org.apache.hadoop.hbase.TableName

import org.apache.spark.sql.connector.catalog.TableCatalog
import org.apache.spark.sql.hbase.codec.ValueCodecs
import org.apache.spark.sql.hbase.codec.rowkey.KeyForm
import org.apache.spark.sql.hbase.codec.types.{SqlType, ValueEncoding}
import org.apache.spark.sql.hbase.conf.DecodedTable
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema._
import org.apache.spark.sql.hbase.shim.ScalaShim._
import org.apache.spark.sql.hbase.shim.TableDeclaration

/** Checks a CREATE TABLE and turns it into a [[TableSchema]]. Knows nothing of the HBase cluster. */
object TableDefinition {
  val Provider = "hbase"

  /**
   * @param newHBaseTable the HBase table is not there, or was created by this connector
   * @param escapesKeys whether key columns have the form of new tables where the statement says none, else they are plain
   * @return a schema with a fresh id and version 1
   */
  def schema(
      namespace: String,
      name: String,
      statement: TableDeclaration,
      properties: TableProperties.Parsed,
      newHBaseTable: Boolean,
      escapesKeys: Boolean
  ): TableSchema = {
    val table = s"$namespace.$name"
    checkStatement(table, statement)
    val types = statement.columns.map(c => c.name -> ColumnTypes.sqlType(table, c.name, c.dataType)).toMap
    val keyNames = keyColumns(table, statement, properties)
    val valueNames = statement.columns.map(_.name).filterNot(keyNames.contains)
    val fields = statement.columns.map(c => c.name -> StructFields.given(c.name, c.dataType, properties.columns)).toMap
    MappedDefinition.checkColumns(
      table,
      valueNames.flatMap(name => if (fields(name).isEmpty) Seq(name) else fields(name)),
      properties
    )
    // A packed cell has at least one field; a table of key columns only has its marker cells.
    val isColumnar = properties.layout.contains(Layout.Columnar)
    val layout =
      if (valueNames.isEmpty && !isColumnar) Layout.Columns
      else properties.layout.getOrElse(if (newHBaseTable) Layout.Packed else Layout.Columns)
    val family = properties.family.getOrElse(DefaultFamily)
    val settings = (column: String) => properties.columns.getOrElse(column, TableProperties.ColumnSettings.None)
    val keyEncoding = ColumnTypes.defaultEncodingOf(SqlType.STRING, properties.encoding)

    properties.groupBits.filterNot(_ => isColumnar).foreach { bits =>
      val reason = s"it says nothing without ${TableProperties.LayoutName.name} = ${Layout.Columnar}"
      throw TableProperties.invalid(TableProperties.GroupBits.name, bits.toString, reason)
    }
    if (properties.rowFamilies.nonEmpty && newHBaseTable) {
      val reason = "this connector makes the rows of the table, and each has a cell by which it exists"
      throw TableProperties.invalid(TableProperties.RowFamilies.name, properties.rowFamilies.mkString(","), reason)
    }
    properties.rowPrefix.filter(_ => newHBaseTable).foreach { prefix =>
      val reason = "no other program has rows in the HBase table, for this connector makes it"
      throw TableProperties.invalid(TableProperties.RowPrefix.name, prefix, reason)
    }
    if (isColumnar) ColumnarGroups.check(table, properties, valueNames, family, newHBaseTable)
    val isPacked = layout != Layout.Columns
    val packed = if (isPacked) {
      val values = valueNames.map(n => PackedColumn(n, settings(n).family.getOrElse(family), types(n)))
      properties.fieldsOfCells.fold(PackedFields.inOrder(values))(PackedFields.read(_, values))
    } else PackedFields(Nil, Map.empty)

    val columns = statement.columns.map { c =>
      val own = settings(c.name)
      val place = keyNames.indexOf(c.name) match {
        case -1 if isPacked =>
          if (own.qualifier.isDefined || own.wholeFamily || own.encoding.isDefined || fields(c.name).nonEmpty) {
            throw HBaseErrors.PackedColumnMapped.analysis("table" -> table, "column" -> c.name)
          }
          ColumnTypes.refuseKeySettings(table, c.name, own)
          packed.places(c.name)
        case -1 =>
          ColumnTypes.refuseKeySettings(table, c.name, own)
          val familyOfColumn = own.family.getOrElse(family)
          if (own.wholeFamily) {
            if (!c.nullable)
              throw FamilyMaps.refused(table, c.name, "it is NOT NULL, and a row without entries is NULL in it")
            FamilyMaps.place(table, c.name, types(c.name), familyOfColumn, own.encoding, properties.encoding)
          } else if (fields(c.name).nonEmpty) {
            val defaults = StructFields.Defaults(family, properties.encoding)
            StructFields.place(table, c.name, c.dataType, c.nullable, own, properties.columns, defaults)
          } else {
            PhoenixTables
              .checkNested(table, c.name, types(c.name), own.encoding, properties.encoding, adopted = !newHBaseTable)
            Place.Cell(
              familyOfColumn,
              own.qualifier.getOrElse(CellNames.ofColumn(c.name)),
              own.encoding.getOrElse(ColumnTypes.defaultEncodingOf(types(c.name), properties.encoding))
            )
          }
        case position =>
          if (own.family.isDefined || own.qualifier.isDefined || own.wholeFamily) {
            throw HBaseErrors.KeyColumnMapped.analysis("table" -> table, "column" -> c.name)
          }
          val encoding = own.encoding.getOrElse(keyEncoding)
          val descending = own.descending.getOrElse(false)
          val isLast = position == keyNames.size - 1
          def default: KeyForm =
            if (escapesKeys) KeyForms.ofNewTable(types(c.name), encoding, descending, isLast) else KeyForm.PLAIN
          Place.Key(position, encoding, descending, own.form.getOrElse(default))
      }
      ColumnMapping(
        c.name,
        types(c.name),
        c.nullable && !keyNames.contains(c.name),
        place,
        Option(c.comment),
        SparkTypes.declared(c.dataType, types(c.name)),
        Option(c.defaultValue).map(_.getSql)
      )
    }
    val keyPrefix = KeyPrefixDefinition.of(table, statement, properties, keyNames, newHBaseTable)
    checkEncodings(table, columns)
    checkDuplicates(table, family, columns)
    val groups = Option.when(isColumnar) {
      ColumnarGroups.of(keyNames.map(name => columns.find(_.name == name).get), keyPrefix, properties.groupBits)
    }
    val schema = TableSchema(
      namespace,
      name,
      UUID.randomUUID().toString,
      schemaVersion = 1,
      hbaseTable = properties.table.getOrElse(defaultTable(namespace, name)).getNameAsString,
      layout = layout,
      family = family,
      adopted = !newHBaseTable,
      columns = columns,
      packedCells = packed.cells,
      comment = Option(statement.properties.get(TableCatalog.PROP_COMMENT)),
      properties = properties.others,
      keyPrefix = keyPrefix,
      encoding = properties.encoding,
      droppedCells = if (layout == Layout.Columns && newHBaseTable) properties.cellsDropped else Seq.empty,
      groups = groups,
      rowFamilies = properties.rowFamilies,
      rowPrefix = properties.rowPrefix
    )
    DecodedTable.check(schema)
    TableLimits.check(schema)
    schema
  }

  /** The HBase table of a statement that names none; an error if HBase does not take such a name. */
  def defaultTable(namespace: String, name: String): TableName =
    LegalNames.table(namespace, name).fold(reason => throw LegalNames.refused(namespace, name, reason), identity)

  private val DefaultFamily = "d"

  /** Properties by which Spark tells a catalog a format of Hive. */
  private val HiveFormats = Seq("hive.stored-as", "hive.input-format", "hive.output-format", "hive.serde")

  private def checkStatement(table: String, statement: TableDeclaration): Unit = {
    val provider = Option(statement.properties.get(TableCatalog.PROP_PROVIDER)).getOrElse(Provider)
    val refused = Seq(
      (!provider.equalsIgnoreCase(Provider)) -> s"CREATE TABLE ... USING $provider",
      statement.properties.containsKey(TableCatalog.PROP_LOCATION) -> "LOCATION",
      HiveFormats.exists(statement.properties.containsKey(_)) -> "STORED AS or ROW FORMAT",
      statement.hasOtherConstraints -> "a constraint other than PRIMARY KEY"
    )
    refused.collectFirst { case (true, what) => what }.foreach { what =>
      throw HBaseErrors.UnsupportedStatement.analysis("statement" -> what, "table" -> table)
    }
  }

  /** Names as the column list spells them, in row-key order. */
  private def keyColumns(
      table: String,
      statement: TableDeclaration,
      properties: TableProperties.Parsed
  ): Seq[String] = {
    val constraint = statement.primaryKey
    if (constraint.isDefined && properties.key.isDefined) {
      throw TableProperties.invalid(
        TableProperties.Key.name,
        properties.key.get.mkString(","),
        "there is a PRIMARY KEY"
      )
    }
    val wantedNames = constraint
      .orElse(properties.key)
      .filter(_.nonEmpty)
      .getOrElse(throw HBaseErrors.NoPrimaryKey.analysis("table" -> table))
    val names = wantedNames.map { wanted =>
      val column = statement.columns.find(_.name.equalsIgnoreCase(wanted)).getOrElse {
        throw HBaseErrors.UnknownKeyColumn.analysis("table" -> table, "column" -> wanted)
      }
      if (ColumnTypes.sqlType(table, column.name, column.dataType).isNested) {
        throw HBaseErrors.NestedKeyColumn
          .analysis("table" -> table, "column" -> column.name, "type" -> column.dataType.sql)
      }
      if (column.nullable && constraint.isDefined)
        throw HBaseErrors.NullableKeyColumn.analysis("table" -> table, "column" -> column.name)
      column.name
    }
    names.diff(names.distinct).headOption.foreach { name =>
      throw HBaseErrors.DuplicateKeyColumn.analysis("table" -> table, "column" -> name)
    }
    names
  }

  private[catalog] def checkEncodings(table: String, columns: Seq[ColumnMapping]): Unit = {
    val key =
      columns.flatMap(c => Some(c.place).collect { case k: Place.Key => k.position -> c }).sortBy(_._1).map(_._2)
    key.dropRight(1).find(hasNoEnd).foreach { c =>
      throw HBaseErrors.BinaryNotLastInKey.analysis("table" -> table, "column" -> c.name)
    }
    columns.flatMap(_.leaves).foreach { c =>
      c.place match {
        case Place.Cell(_, _, encoding) if !ValueCodecs.isSupported(c.sqlType, encoding) =>
          throw unsupportedEncoding(table, c, encoding, ValueCodecs.refusal(c.sqlType, encoding))
        case Place.FamilyMap(_, encoding) if !ValueCodecs.isSupported(c.sqlType.fieldType(1), encoding) =>
          throw unsupportedEncoding(table, c, encoding, ValueCodecs.refusal(c.sqlType.fieldType(1), encoding))
        case _ =>
      }
    }
    checkKeyParts(table, key)
  }

  private def hasNoEnd(c: ColumnMapping): Boolean =
    c.sqlType.kind == SqlType.Kind.BINARY &&
      !Seq(KeyForm.Kind.ESCAPED, KeyForm.Kind.LENGTH_PREFIXED, KeyForm.Kind.FIXED)
        .contains(c.place.asInstanceOf[Place.Key].form.kind)

  /** The codec knows which parts can be told apart in a row key. */
  private def checkKeyParts(table: String, key: Seq[ColumnMapping]): Unit = {
    def refusal(columns: Seq[ColumnMapping]): Option[String] =
      try {
        TableRowKeys.codec(columns)
        None
      } catch {
        case e: IllegalArgumentException => Some(e.getMessage)
      }
    // Alone a part is the last one; what is refused only together is a part that needs to be the last.
    val alone = key.flatMap(c => refusal(Seq(c)).map(c -> _))
    val followed = key.sliding(2).collect { case pair @ Seq(c, _) => refusal(pair).map(c -> _) }.flatten
    (alone ++ followed).headOption.foreach { case (c, reason) =>
      val encoding = c.place.asInstanceOf[Place.Key].encoding
      throw unsupportedEncoding(table, c, encoding, reason)
    }
  }

  private def unsupportedEncoding(table: String, c: ColumnMapping, encoding: ValueEncoding, reason: String): Exception =
    HBaseErrors.UnsupportedEncoding.analysis(
      "table" -> table,
      "column" -> c.name,
      "type" -> c.sqlType,
      "encoding" -> SchemaJson.encodingName(encoding),
      "reason" -> reason
    )

  private[catalog] def checkDuplicates(table: String, family: String, columns: Seq[ColumnMapping]): Unit = {
    StructFields.checkNames(table, columns)
    val cells = columns
      .flatMap(_.leaves)
      .flatMap(c =>
        Some(c.place).collect {
          case p: Place.Cell => (p.family, FamilyMaps.literal(p.qualifier)) -> c.name
          case p: Place.FamilyMap => (p.family, FamilyMaps.Qualifier) -> c.name
        }
      )
    val withMarker = ((family, TableSchema.MarkerQualifier) -> "the marker of existing rows") +: cells
    withMarker.groupBy(_._1).collectFirst {
      case ((f, q), uses) if uses.size > 1 && cells.nonEmpty =>
        throw HBaseErrors.DuplicateMapping.analysis(
          "table" -> table,
          "columns" -> uses.map(_._2).mkString(", "),
          "cell" -> s"$f:$q"
        )
    }
  }
}

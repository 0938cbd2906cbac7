package org.apache.spark.sql.hbase.catalog.definition

import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.connector.catalog.Column
import org.apache.spark.sql.hbase.catalog.StatementFixtures
import org.apache.spark.sql.hbase.catalog.StatementFixtures._
import org.apache.spark.sql.hbase.catalog.store.PhysicalTables
import org.apache.spark.sql.hbase.codec.rowkey.KeyForm
import org.apache.spark.sql.hbase.codec.types.{SqlType, ValueEncoding}
import org.apache.spark.sql.hbase.schema._
import org.apache.spark.sql.types._

class TestTableDefinition {
  @Test
  def aNewTableIsPackedInOneFamily(): Unit = {
    val table = schema(statement())
    assertEquals(Layout.Packed, table.layout)
    assertEquals(Seq(PackedCellMapping("d", "_p", Seq(SqlType.DOUBLE, SqlType.BINARY))), table.packedCells)
    assertEquals("t", table.hbaseTable)
    assertEquals(Seq("a", "b"), table.keyColumns.map(_.name))
    assertEquals(Place.Packed(0, 1), table.columns(3).place)
  }

  @Test
  def anExistingHBaseTableHasOneCellPerColumn(): Unit = {
    val table = schema(statement(), newHBaseTable = false)
    assertEquals(Place.Cell("d", "v", ValueEncoding.ORDERED), table.columns(2).place)
    assertTrue(table.adopted)
  }

  @Test
  def theKeyIsInTheOrderOfThePrimaryKey(): Unit = {
    val table = schema(statement(key = Seq("B", "a")))
    assertEquals(Seq("b", "a"), table.keyColumns.map(_.name))
    assertEquals(Place.Key(1, ValueEncoding.ORDERED, descending = false), table.columns.head.place)
  }

  @Test
  def propertiesMapColumns(): Unit = {
    val table = schema(
      statement(properties =
        Map(
          "hbase.layout" -> "columns",
          "hbase.family" -> "f",
          "hbase.encoding" -> "hbase",
          "hbase.table" -> "x:y",
          "hbase.column.a.order" -> "desc",
          "hbase.column.a.encoding" -> "ordered",
          "hbase.column.V.qualifier" -> "\\x01",
          "hbase.column.w.family" -> "g",
          "team" -> "data"
        )
      )
    )
    assertEquals("x:y", table.hbaseTable)
    assertEquals(
      Seq(
        Place.Key(0, ValueEncoding.ORDERED, descending = true),
        Place.Key(1, ValueEncoding.HBASE, descending = false),
        Place.Cell("f", "\\x01", ValueEncoding.HBASE),
        Place.Cell("g", "w", ValueEncoding.HBASE)
      ),
      table.columns.map(_.place)
    )
    assertEquals(Seq("f", "g"), table.families)
    assertEquals(Map("team" -> "data"), table.properties)
  }

  private def mapped(dataType: DataType, properties: (String, String)*): TableSchema = {
    val columns = StatementFixtures.columns.take(3) :+ Column.create("m", dataType)
    schema(
      statement(
        columns = columns,
        properties = Map("hbase.layout" -> "columns", "hbase.column.m.qualifier" -> "*") ++ properties
      )
    )
  }

  @Test
  def aMapMayBeAWholeFamily(): Unit = {
    val ints = MapType(StringType, IntegerType)
    val table = mapped(ints, "hbase.column.m.family" -> "tags")
    assertEquals(Place.FamilyMap("tags", ValueEncoding.ORDERED), table.columns(3).place)
    assertEquals(Seq("d", "tags"), table.families)
    assertEquals(Place.FamilyMap("d", ValueEncoding.TEXT), mapped(ints, "hbase.encoding" -> "string").columns(3).place)
    // Of nested values, and the qualifier of that name.
    val arrays = MapType(StringType, ArrayType(IntegerType))
    assertEquals(Place.FamilyMap("d", ValueEncoding.JSON), mapped(arrays, "hbase.encoding" -> "json").columns(3).place)
    val literal = mapped(ints, "hbase.column.m.qualifier" -> "\\x2A")
    assertEquals(Place.Cell("d", "*", ValueEncoding.NESTED), literal.columns(3).place)
    Seq(table, literal).foreach { t =>
      val shown = TableDescription.properties(t)
      assertEquals(
        t.columns(3).place,
        mapped(ints, shown.filter(_._1.startsWith("hbase.column.m.")).toSeq: _*).columns(3).place
      )
    }
  }

  private val point = new StructType().add("x", IntegerType).add("n", CharType(3))

  private def withStruct(dataType: DataType, nullable: Boolean, properties: (String, String)*) = {
    val all = StatementFixtures.columns.take(2) :+ Column.create("s", dataType, nullable)
    schema(statement(columns = all, properties = Map("hbase.layout" -> "columns") ++ properties))
  }

  @Test
  def fieldsOfAStructMayLieInCellsOfTheirOwn(): Unit = {
    val placed =
      Seq("hbase.column.S.x.qualifier" -> "q", "hbase.column.s.n.family" -> "g", "hbase.encoding" -> "string")
    val table = withStruct(point, true, placed :+ ("hbase.column.s.n.encoding" -> "hbase"): _*)
    val cells =
      Seq(Place.Cell("d", "q", ValueEncoding.TEXT), Place.Cell("g", "s.n", ValueEncoding.HBASE))
    assertEquals(Place.StructCells(cells), table.columns(2).place)
    assertEquals((Some(point), Seq("d", "g")), (table.columns(2).declared, table.families))
    val shown = TableDescription.properties(table).filter(_._1.startsWith("hbase.column.s")).toSeq
    assertEquals(table.columns(2).place, withStruct(point, true, shown: _*).columns(2).place)
    // Without properties of fields it is one value.
    assertEquals(Place.Cell("d", "s", ValueEncoding.NESTED), withStruct(point, true).columns(2).place)
    val mapped = Map("hbase.mapped" -> "true", "hbase.column.s.x.family" -> "f", "hbase.column.s.x.qualifier" -> "x")
    val message = assertRefused("COLUMN_NOT_MAPPED", () => withStruct(point, true, mapped.toSeq: _*))
    assertTrue(message.contains("columns=s.n"), message)
  }

  @Test
  def structsWhoseFieldsCannotBeCellsAreRefused(): Unit = {
    val x = "hbase.column.s.x.qualifier" -> "q"
    assertRefused("INVALID_STRUCT_MAPPING", () => withStruct(point, nullable = false, x))
    assertRefused(
      "INVALID_STRUCT_MAPPING",
      () => withStruct(new StructType().add("x", IntegerType, false), nullable = true, x)
    )
    assertRefused(
      "INVALID_STRUCT_MAPPING",
      () => withStruct(point, nullable = true, x, "hbase.column.s.qualifier" -> "whole")
    )
    assertRefused(
      "INVALID_STRUCT_MAPPING",
      () => withStruct(point, nullable = true, "hbase.column.s.x.qualifier" -> "*")
    )
    assertRefused("INVALID_PROPERTY", () => withStruct(point, nullable = true, x, "hbase.column.s.x.order" -> "asc"))
    assertRefused("DUPLICATE_MAPPING", () => withStruct(point, nullable = true, x, "hbase.column.s.n.qualifier" -> "q"))
    assertRefused("PACKED_COLUMN_MAPPED", () => withStruct(point, nullable = true, x, "hbase.layout" -> "packed"))
    assertRefused("UNKNOWN_PROPERTY_COLUMN", () => withStruct(point, nullable = true, "hbase.column.s.z.family" -> "f"))
    val twice = StatementFixtures.columns.take(2) ++ Seq(Column.create("s", point), Column.create("S.n", StringType))
    val given = Map("hbase.layout" -> "columns", x)
    assertRefused("INVALID_STRUCT_MAPPING", () => schema(statement(columns = twice, properties = given)))
  }

  @Test
  def whatIsNoMapOfAFamilyIsRefused(): Unit = {
    assertRefused("INVALID_FAMILY_MAP", () => mapped(StringType))
    assertRefused("INVALID_FAMILY_MAP", () => mapped(MapType(IntegerType, StringType)))
    val ints = MapType(StringType, IntegerType)
    assertRefused("PACKED_COLUMN_MAPPED", () => mapped(ints, "hbase.layout" -> "packed"))
    assertRefused("UNSUPPORTED_ENCODING", () => mapped(ints, "hbase.column.m.encoding" -> "json"))
    val notNull = StatementFixtures.columns.take(2) :+ Column.create("m", ints, false)
    val given = Map("hbase.layout" -> "columns", "hbase.column.m.qualifier" -> "*")
    assertRefused("INVALID_FAMILY_MAP", () => schema(statement(columns = notNull, properties = given)))
    val two = StatementFixtures.columns.take(2) ++ Seq(Column.create("m", ints), Column.create("n", ints))
    assertRefused(
      "DUPLICATE_MAPPING",
      () => schema(statement(columns = two, properties = given + ("hbase.column.n.qualifier" -> "*")))
    )
    assertRefused("KEY_COLUMN_MAPPED", () => mapped(ints, "hbase.column.a.qualifier" -> "*"))
  }

  @Test
  def eachFamilyOfAPackedTableHasItsOwnCell(): Unit = {
    val table = schema(statement(properties = Map("hbase.column.w.family" -> "g")))
    assertEquals(
      Seq("d" -> Seq(SqlType.DOUBLE), "g" -> Seq(SqlType.BINARY)),
      table.packedCells.map(c => c.family -> c.fields)
    )
    assertEquals(Place.Packed(1, 0), table.columns(3).place)
  }

  @Test
  def aTableOfKeyColumnsOnlyHasMarkerCells(): Unit = {
    val table = schema(statement(columns = StatementFixtures.columns.take(2)))
    assertEquals(Layout.Columns, table.layout)
    assertEquals(Seq("d"), table.families)
  }

  @Test
  def keysThatCannotBeAreRefused(): Unit = {
    assertRefused("NO_PRIMARY_KEY", () => schema(statement(key = Seq.empty)))
    assertRefused("UNKNOWN_KEY_COLUMN", () => schema(statement(key = Seq("nope"))))
    assertRefused("DUPLICATE_KEY_COLUMN", () => schema(statement(key = Seq("a", "A"))))
    val nullable = assertRefused("NULLABLE_KEY_COLUMN", () => schema(statement(key = Seq("a", "v"))))
    assertTrue(nullable.contains("column=v"), nullable)
    val binaryKey = Seq(Column.create("x", BinaryType, false), Column.create("y", IntegerType, false))
    assertRefused("BINARY_NOT_LAST_IN_KEY", () => schema(statement(Seq("x", "y"), binaryKey)))
    schema(statement(Seq("y", "x"), binaryKey))
  }

  @Test
  def encodingsThatCannotBeAreRefused(): Unit = {
    assertRefused(
      "UNSUPPORTED_ENCODING",
      () => schema(statement(properties = Map("hbase.layout" -> "columns", "hbase.column.w.encoding" -> "string")))
    )
    val decimalKey = Seq(Column.create("x", DecimalType(10, 2), false), Column.create("y", IntegerType, false))
    val message = assertRefused(
      "UNSUPPORTED_ENCODING",
      () => schema(statement(Seq("x", "y"), decimalKey, Map("hbase.column.x.encoding" -> "hbase")))
    )
    assertTrue(message.contains("column=x"), message)
  }

  @Test
  def typesThatHBaseCannotHoldAreRefused(): Unit =
    Seq(ArrayType(CalendarIntervalType), new StructType(), StringType("UTF8_LCASE"), ArrayType(StringType("UNICODE")))
      .foreach { dataType =>
        val message =
          assertRefused("UNSUPPORTED_TYPE", () => schema(statement(columns = columns :+ Column.create("x", dataType))))
        assertTrue(message.contains("column=x"), message)
      }

  @Test
  def nestedColumnsHaveEncodingsOfTheirOwn(): Unit = {
    val array = ArrayType(IntegerType)
    def encodings(properties: (String, String)*): Seq[ValueEncoding] = {
      val info = statement(columns = columns :+ Column.create("x", array), properties = properties.toMap + inColumns)
      schema(info).columns.filterNot(_.isKey).map(_.place.asInstanceOf[Place.Cell].encoding)
    }
    val (ordered, nested) = (ValueEncoding.ORDERED, ValueEncoding.NESTED)
    assertEquals(Seq(ordered, ordered, nested), encodings())
    assertEquals(Seq(ValueEncoding.HBASE, ValueEncoding.HBASE, nested), encodings("hbase.encoding" -> "hbase"))
    assertEquals(Seq(ValueEncoding.PHOENIX, ValueEncoding.PHOENIX, nested), encodings("hbase.encoding" -> "phoenix"))
    assertEquals(Seq(ordered, ordered, ValueEncoding.JSON), encodings("hbase.encoding" -> "json"))
    assertEquals(Seq(ordered, ordered, ValueEncoding.AVRO), encodings("hbase.column.x.encoding" -> "avro"))
    assertRefused("UNSUPPORTED_ENCODING", () => encodings("hbase.column.x.encoding" -> "ordered"))
    assertRefused("UNSUPPORTED_ENCODING", () => encodings("hbase.column.v.encoding" -> "json"))
    assertRefused("UNSUPPORTED_ENCODING", () => encodings("hbase.column.x.encoding" -> "phoenix"))
  }

  @Test
  def arraysOfPhoenixAreRefusedAndThoseOfOthersSayHowTheyAreWritten(): Unit = {
    def adopted(properties: (String, String)*): TableSchema = {
      val all = properties.toMap + inColumns + ("hbase.encoding" -> "phoenix")
      val column = Column.create("x", ArrayType(IntegerType))
      schema(statement(columns = columns :+ column, properties = all), newHBaseTable = false)
    }
    val message = assertRefused("FOREIGN_ENCODING", () => adopted())
    assertTrue(message.contains("hbase.column.x.encoding"), message)
    assertEquals(
      ValueEncoding.JSON,
      adopted("hbase.column.x.encoding" -> "json").columns.last.place match {
        case Place.Cell(_, _, encoding) => encoding
        case other => other
      }
    )
  }

  @Test
  def nestedColumnsAreNotPartOfTheRowKey(): Unit = {
    val info = statement(Seq("x"), Seq(Column.create("x", ArrayType(IntegerType), false)))
    assertRefused("NESTED_KEY_COLUMN", () => schema(info))
  }

  @Test
  def declaredTypesAreKept(): Unit = {
    val address = new StructType().add("street", VarcharType(9), nullable = false)
    val declared = Seq("c" -> CharType(5), "v" -> VarcharType(7), "s" -> address)
    val info = statement(Seq("c"), declared.map { case (name, t) => Column.create(name, t, false) })
    assertEquals(declared.map(_._2), schema(info).columns.map(_.sparkType))
    assertEquals("STRUCT<`street`: STRING>", schema(info).columns.last.sqlType.toString)
  }

  private val inColumns = "hbase.layout" -> "columns"

  @Test
  def mappingsThatContradictAreRefused(): Unit = {
    val inColumns = Map("hbase.layout" -> "columns")
    assertRefused(
      "DUPLICATE_MAPPING",
      () => schema(statement(properties = inColumns + ("hbase.column.w.qualifier" -> "v")))
    )
    assertRefused(
      "DUPLICATE_MAPPING",
      () => schema(statement(properties = inColumns + ("hbase.column.w.qualifier" -> "_0")))
    )
    assertRefused("KEY_COLUMN_MAPPED", () => schema(statement(properties = Map("hbase.column.a.family" -> "f"))))
    assertRefused("PACKED_COLUMN_MAPPED", () => schema(statement(properties = Map("hbase.column.v.qualifier" -> "q"))))
    assertRefused("INVALID_PROPERTY", () => schema(statement(properties = Map("hbase.column.v.order" -> "desc"))))
  }

  @Test
  def formsOfKeyColumnsAreProperties(): Unit = {
    def forms(properties: (String, String)*): Seq[KeyForm] = {
      val info = statement(key = Seq("b", "c"), columns = texts, properties = properties.toMap)
      schema(info).keyColumns.map(_.place.asInstanceOf[Place.Key].form)
    }
    assertEquals(Seq(KeyForm.PLAIN, KeyForm.PLAIN), forms())
    assertEquals(
      Seq(KeyForm.delimited('|'), KeyForm.REVERSED),
      forms("hbase.column.b.delimiter" -> "|", "hbase.column.c.form" -> "Reversed")
    )
    assertEquals(
      Seq(KeyForm.delimited(0x1f), KeyForm.LENGTH_PREFIXED),
      forms(
        "hbase.column.b.delimiter" -> "\\x1F",
        "hbase.column.b.form" -> "delimited",
        "hbase.column.c.form" -> "length_prefixed"
      )
    )
    assertEquals(
      Seq(KeyForm.fixed(10), KeyForm.fixed(1)),
      forms("hbase.column.b.form" -> "fixed(10)", "hbase.column.c.form" -> "Fixed( 1 )")
    )
    Seq(
      Seq("hbase.column.b.form" -> "backwards"),
      Seq("hbase.column.b.form" -> "fixed"),
      Seq("hbase.column.b.form" -> "fixed(0)"),
      Seq("hbase.column.b.form" -> "fixed(99999)"),
      Seq("hbase.column.b.delimiter" -> "|", "hbase.column.b.form" -> "fixed(3)"),
      Seq("hbase.column.b.form" -> "delimited"),
      Seq("hbase.column.b.delimiter" -> "ab"),
      Seq("hbase.column.b.delimiter" -> "|", "hbase.column.b.form" -> "reversed"),
      Seq("hbase.column.v.form" -> "reversed")
    ).foreach(properties => assertRefused("INVALID_PROPERTY", () => forms(properties: _*)))
    val message = assertRefused(
      "UNSUPPORTED_ENCODING",
      () => forms("hbase.column.b.form" -> "reversed", "hbase.column.b.order" -> "desc")
    )
    assertTrue(message.contains("must be PLAIN or ESCAPED"), message)
  }

  @Test
  def newTablesHoldAnyByteInKeyColumnsThatNeedAnEnd(): Unit = {
    def forms(key: Seq[String], properties: (String, String)*): Seq[KeyForm] =
      schema(statement(key, keyable, properties.toMap), escapesKeys = true).keyColumns
        .map(_.place.asInstanceOf[Place.Key].form)
    // The last column ascends: the end of the row key is its end.
    assertEquals(Seq(KeyForm.ESCAPED, KeyForm.ESCAPED, KeyForm.PLAIN, KeyForm.PLAIN), forms(Seq("s", "b", "n", "t")))
    assertEquals(Seq(KeyForm.ESCAPED), forms(Seq("s"), "hbase.column.s.order" -> "desc"))
    assertEquals(Seq(KeyForm.ESCAPED), forms(Seq("b"), "hbase.column.b.order" -> "desc"))
    assertEquals(Seq(KeyForm.PLAIN, KeyForm.PLAIN), forms(Seq("n", "s"), "hbase.column.n.order" -> "desc"))
    // The statement decides, and bytes of other programs stay as these write them.
    assertEquals(
      Seq(KeyForm.PLAIN, KeyForm.LENGTH_PREFIXED, KeyForm.PLAIN),
      forms(Seq("s", "b", "n"), "hbase.column.s.form" -> "plain", "hbase.column.b.form" -> "length_prefixed")
    )
    assertEquals(Seq(KeyForm.PLAIN, KeyForm.PLAIN), forms(Seq("s", "n"), "hbase.encoding" -> "hbase"))
    assertRefused("BINARY_NOT_LAST_IN_KEY", () => forms(Seq("b", "n"), "hbase.encoding" -> "hbase"))
    assertEquals(
      Seq(KeyForm.ESCAPED, KeyForm.PLAIN),
      forms(Seq("b", "n"), "hbase.encoding" -> "hbase", "hbase.column.b.form" -> "Escaped")
    )
    assertRefused("UNSUPPORTED_ENCODING", () => forms(Seq("n"), "hbase.column.n.form" -> "escaped"))
  }

  @Test
  def theSignatureTellsThatKeysAreEscaped(): Unit = {
    def descriptor(table: TableSchema) =
      PhysicalTables.newDescriptor(table, PropertyParser.parse(Map.empty[String, String], Nil), None)
    val key = Seq("s", "n")
    val escaped = schema(statement(key, keyable), escapesKeys = true)
    assertTrue(PhysicalTables.signature(escaped).startsWith("key (STRING ordered asc escaped, INT ordered asc) "))
    assertTrue(PhysicalTables.escapesKeys(descriptor(escaped)))
    val plain = schema(statement(key, keyable))
    assertFalse(PhysicalTables.escapesKeys(descriptor(plain)))
    assertRefused("LAYOUT_MISMATCH", () => PhysicalTables.check(plain, descriptor(escaped)))
    assertRefused("LAYOUT_MISMATCH", () => PhysicalTables.check(escaped, descriptor(plain)))
    // The last column of the key has the same bytes in both.
    val last = statement(Seq("n", "s"), keyable)
    PhysicalTables.check(schema(last), descriptor(schema(last, escapesKeys = true)))
  }

  private val keyable = Seq(
    Column.create("s", StringType, false),
    Column.create("b", BinaryType, false),
    Column.create("n", IntegerType, false),
    Column.create("t", StringType, false),
    Column.create("v", DoubleType)
  )

  private val texts = Seq(
    Column.create("b", StringType, false),
    Column.create("c", StringType, false),
    Column.create("v", DoubleType)
  )

  @Test
  def aLengthEndsBinary(): Unit = {
    val binaryKey = Seq(Column.create("x", BinaryType, false), Column.create("y", IntegerType, false))
    Seq("length_prefixed", "fixed(16)").foreach { form =>
      val table = schema(statement(Seq("x", "y"), binaryKey, Map("hbase.column.x.form" -> form)))
      val shown = TableDescription.properties(table)("hbase.column.x.form")
      assertEquals((form, true), (shown, PhysicalTables.signature(table).contains(s"asc $form")))
    }
    assertRefused(
      "UNSUPPORTED_ENCODING",
      () => schema(statement(Seq("y"), binaryKey, Map("hbase.column.y.form" -> "fixed(4)")))
    )
  }

  @Test
  def otherProvidersAreRefused(): Unit = {
    assertRefused("UNSUPPORTED_STATEMENT", () => schema(statement(properties = Map("provider" -> "parquet"))))
    schema(statement(properties = Map("provider" -> "HBase")))
  }

  @Test
  def describedPropertiesMakeTheSameTableAgain(): Unit =
    Seq(
      Map.empty[String, String],
      Map(
        "hbase.layout" -> "columns",
        "hbase.encoding" -> "string",
        "hbase.column.w.encoding" -> "hbase",
        "hbase.column.a.order" -> "desc",
        "hbase.column.a.encoding" -> "ordered"
      ),
      Map("hbase.column.a.form" -> "reversed", "hbase.column.b.delimiter" -> "\\x01"),
      Map("hbase.column.b.order" -> "desc")
    ).foreach { properties =>
      for (firstEscapes <- Seq(true, false); againEscapes <- Seq(true, false)) {
        val first = schema(statement(Seq("b", "a"), properties = properties), escapesKeys = firstEscapes)
        val described = TableDescription.properties(first)
        val again = schema(statement(Seq("b", "a"), properties = described), escapesKeys = againEscapes)
        assertEquals(first.copy(id = "", hbaseTable = "default:t"), again.copy(id = "", hbaseTable = "default:t"))
      }
    }
}

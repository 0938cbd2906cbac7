package org.apache.spark.sql.hbase.dialect

import org.apache.spark.sql.hbase.catalog.definition.TableProperties
import org.apache.spark.sql.hbase.codec.types.ValueEncoding
import org.apache.spark.sql.hbase.schema.{Layout, SchemaJson}
import org.apache.spark.sql.hbase.shim.ScalaShim._

/**
 * `CREATE TABLE [IF NOT EXISTS] t (...) MAPPED BY (hbase_t, COLS=[c=cf.q, ...]) [IN StringFormat]`: a native CREATE TABLE
 * whose properties say what MAPPED BY says.
 */
private[dialect] object MappedTable {

  /** @return None: Spark's own statement */
  def rewrite(statement: String, tokens: IndexedSeq[Token], names: TableNames): Option[NativeStatement] = {
    val reader = new TokenReader(statement, tokens, from = 2)
    reader.accept("IF", "NOT", "EXISTS")
    val nameStart = reader.next.start
    // IDENTIFIER(...) and the like are Spark's.
    Option.when(reader.next.name.isDefined)(reader.nameParts("the name of a table")).flatMap { name =>
      val nameEnd = reader.end
      mappedBy(tokens, reader.index).map { clause =>
        val (properties, end) = readClause(new TokenReader(statement, tokens, clause))
        val edits = Edit(nameStart, nameEnd, names.mapped(name).sql) +:
          TypeNames.edits(tokens, reader.index, clause) :+
          Edit(tokens(clause).start, end, s"USING hbase TBLPROPERTIES (${sql(properties)})")
        NativeStatement(Rewriting(statement, edits))
      }
    }
  }

  /** The index of MAPPED, which no statement of Spark's has behind the list of columns. */
  private def mappedBy(tokens: IndexedSeq[Token], columns: Int): Option[Int] =
    Option
      .when(tokens(columns).isSymbol("("))(Parentheses.behind(tokens, columns))
      .filter(i => tokens.isDefinedAt(i) && tokens(i).is("MAPPED"))

  /** @return the properties, and where the clause ends */
  private def readClause(reader: TokenReader): (Seq[(String, String)], Int) = {
    reader.expect("MAPPED")
    reader.expect("BY")
    reader.expect("(")
    val table = readHBaseTable(reader)
    reader.expect(",", "and COLS=[...]")
    reader.expect("COLS")
    reader.expect("=")
    reader.expect("[")
    val mappings = readMappings(reader)
    reader.expect(")")
    val encoding = readFormat(reader)
    val end = reader.end
    reader.expectEnd(if (encoding.isEmpty) "'IN' and StringFormat, or " else "")
    val ofTable = Seq(
      TableProperties.Mapped.name -> "true",
      TableProperties.Table.name -> table,
      TableProperties.LayoutName.name -> Layout.Columns.name
    ) ++ encoding.map(TableProperties.Encoding.name -> SchemaJson.encodingName(_))
    (ofTable ++ mappings.flatMap(_.properties), end)
  }

  /** `t`, `ns.t` or `ns:t`. */
  private def readHBaseTable(reader: TokenReader): String = {
    val first = reader.name("the name of an HBase table")
    if (reader.accept(":") || reader.accept(".")) s"$first:${reader.name("the name of an HBase table")}" else first
  }

  private def readMappings(reader: TokenReader): Seq[CellMapping] =
    if (reader.accept("]")) {
      Seq.empty
    } else {
      val first = CellMapping.read(reader)
      val others =
        Iterator.continually(reader.accept(",")).takeWhile(identity).map(_ => CellMapping.read(reader)).toList
      reader.expect("]", "or ',' and the next column")
      CellMapping.each(first +: others)
    }

  /** The proposal's formats; without one values are binary. */
  private def readFormat(reader: TokenReader): Option[ValueEncoding] =
    if (!reader.accept("IN")) None
    else if (reader.accept("StringFormat")) Some(ValueEncoding.TEXT)
    else if (reader.accept("BinaryFormat")) Some(ValueEncoding.ORDERED)
    else throw reader.unexpected("StringFormat or BinaryFormat")

  private def sql(properties: Seq[(String, String)]): String =
    properties.map { case (name, value) => s"${SqlText.literal(name)} = ${SqlText.literal(value)}" }.mkString(", ")
}

package org.apache.spark.sql.hbase.procedure

import java.util.Locale

import org.apache.hadoop.hbase.TableName

import org.apache.spark.sql.hbase.catalog.definition.TableProperties
import org.apache.spark.sql.hbase.codec.types.ValueEncoding
import org.apache.spark.sql.hbase.schema.SchemaJson
import org.apache.spark.sql.hbase.shim.ScalaShim._

/** Writes the CREATE TABLE of a SQL table over an HBase table that another program filled, as a sample of it suggests. */
private[procedure] object ProposedTable {

  /** Beyond, qualifiers are data rather than names of columns. */
  val MaxColumns = 200

  private final case class Proposed(name: String, shape: CellShape, evidence: String, properties: Seq[(String, String)])

  /** @param sample with at least one row */
  def ddl(catalog: String, table: TableName, sample: TableSample): String = {
    val rows = sample.rowKeys.size
    val key = keyColumn(sample.rowKeys)
    val shown = sample.columns.take(MaxColumns)
    val names = columnNames(key.name, shown.map(_._1))
    val columns = shown.zip(names).map { case (((family, qualifier), values), name) =>
      val shape = CellShape.of(values)
      val evidence = s"$family:$qualifier, ${values.size} of $rows rows: ${lengths(values)}; ${shape.reason}"
      val named = Seq("family" -> family) ++ Option.when(qualifier != name)("qualifier" -> qualifier)
      Proposed(name, shape, evidence, named :+ ("encoding" -> SchemaJson.encodingName(shape.encoding)))
    }
    val lines = (key +: columns).map { c =>
      val notNull = if (c eq key) " NOT NULL" else ""
      s"  `${c.name}` ${c.shape.sqlType}$notNull,  -- ${comment(c.evidence)}"
    }
    // Where a row whose values are all NULL would have its cell.
    val family = shown.map { case ((family, _), _) => TableProperties.Family.name -> family }.take(1)
    val properties = Seq(TableProperties.Table.name -> table.getNameAsString) ++ family ++ (key +: columns).flatMap {
      c =>
        c.properties.map { case (property, value) => s"${TableProperties.ColumnPrefix}${c.name}.$property" -> value }
    }
    val more = sample.columns.size - shown.size
    (Seq(s"CREATE TABLE `$catalog`.`${table.getNamespaceAsString}`.`${sqlName(table.getQualifierAsString)}` (") ++
      lines ++
      Option.when(more > 0)(s"  -- and $more qualifiers more") ++
      Seq(s"  PRIMARY KEY (`${key.name}`)", ") USING hbase TBLPROPERTIES (") ++
      Seq(properties.map { case (name, value) => s"  ${literal(name)} = ${literal(value)}" }.mkString(",\n"), ")"))
      .mkString("\n")
  }

  /** The whole row key is one column: where its parts end cannot be seen. */
  private def keyColumn(rowKeys: Seq[Array[Byte]]): Proposed = {
    val shape = CellShape.of(rowKeys) match {
      // Other texts of the same value would be other row keys.
      case text if text.encoding == ValueEncoding.TEXT =>
        text.copy(sqlType = "STRING", reason = "printable text")(text.fits)
      case other => other
    }
    val evidence = s"row key of ${rowKeys.size} rows: ${lengths(rowKeys)}; ${shape.reason}"
    Proposed("rowkey", shape, evidence, Seq("encoding" -> SchemaJson.encodingName(shape.encoding)))
  }

  private def lengths(values: Seq[Array[Byte]]): String = {
    val all = values.map(_.length)
    if (all.min == all.max) s"${all.min} bytes" else s"${all.min} to ${all.max} bytes"
  }

  /** The qualifiers, with the family in front where one of that name is there already. */
  private def columnNames(key: String, columns: Seq[(String, String)]): Seq[String] =
    columns
      .foldLeft((Set(key), Vector.empty[String])) { case ((taken, names), (family, qualifier)) =>
        val candidates = Iterator(sqlName(qualifier), sqlName(s"${family}_$qualifier")) ++
          Iterator.from(2).map(n => sqlName(s"${family}_${qualifier}_$n"))
        val name = candidates.find(c => !taken(c.toLowerCase(Locale.ROOT))).get
        (taken + name.toLowerCase(Locale.ROOT), names :+ name)
      }
      ._2

  private def sqlName(name: String): String = {
    val plain = name.map(c => if (c.isLetterOrDigit || c == '_') c else '_')
    if (plain.isEmpty) "column" else plain
  }

  /** A bracketed comment or a line end would change the statement. */
  private def comment(text: String): String = text.replace("\n", " ").replace("\r", " ")

  private def literal(text: String): String = "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
}

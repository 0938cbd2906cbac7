package org.apache.spark.sql.hbase.bulkload

import org.apache.spark.sql.{Column, DataFrame, SaveMode}
import org.apache.spark.sql.functions._
import org.apache.spark.sql.hbase.error.{HBaseErrors, HBaseException}
import org.apache.spark.sql.hbase.schema.{SparkTypes, TableSchema}
import org.apache.spark.sql.hbase.shim.classic.SparkSession
import org.apache.spark.sql.types.{StringType, StructField, StructType}

/**
 * The records of files that are to become rows of a table. CSV and JSON are read with the table's columns. A record
 * that does not fit them, or has no value for a NOT NULL column, is malformed. It becomes an error with its file and
 * its text, or is set aside.
 *
 * @param options of Spark's reader
 */
private[hbase] final class InputRecords(
    session: SparkSession,
    table: TableSchema,
    path: String,
    format: String,
    options: Map[String, String]
) {
  import InputRecords._

  private val names = table.columns.map(_.name)
  // Names that no column has.
  private val record = unused("record")
  private val file = unused("file")
  private val read: DataFrame = {
    val fields =
      table.columns.map(c => StructField(c.name, SparkTypes.toSpark(c.sqlType))) :+ StructField(record, StringType)
    val records = session.read
      .format(format)
      .options(options ++ Map("mode" -> "PERMISSIVE", "columnNameOfCorruptRecord" -> record))
      .schema(StructType(fields))
      .load(path)
    records.withColumn(file, records.metadataColumn("_metadata").getField("file_path"))
  }
  private val missing: Column =
    table.columns.filterNot(_.nullable).map(c => named(c.name).isNull).reduceOption(_ || _).getOrElse(lit(false))
  private val malformed: Column = named(record).isNotNull || missing
  // Of a record that only lacks a value Spark keeps no text.
  private val text: Column = {
    val columns = struct(names.map(named): _*)
    coalesce(named(record), if (format == "csv") to_csv(columns) else to_json(columns))
  }

  /** All records as rows of the table; a malformed one is an error when it is reached. */
  def allOrError(): DataFrame = {
    val source = path
    val refuse = udf((file: String, text: String) => refusal(source, file, text)).asNondeterministic()
    rows(read.filter(when(malformed, refuse(named(file), text)).otherwise(lit(true))))
  }

  /** The records that are well-formed, as rows of the table. */
  def wellFormed(): DataFrame = rows(read.filter(!malformed))

  /** Writes the malformed records as JSON, each with its file, into a new folder; returns their number. */
  def setAside(folder: String): Long = {
    read
      .filter(malformed)
      .select(named(file).as("file"), text.as("record"))
      .write
      .mode(SaveMode.ErrorIfExists)
      .json(folder)
    session.read.schema("file STRING, record STRING").json(folder).count()
  }

  private def rows(records: DataFrame): DataFrame = records.select(names.map(named): _*)

  private def unused(name: String): String =
    Iterator.iterate(s"_$name")(n => s"_$n").find(n => !names.exists(_.equalsIgnoreCase(n))).get
}

private[hbase] object InputRecords {

  /** Formats whose records have a text of their own. */
  val Formats: Set[String] = Set("csv", "json")

  /** Options that say what a malformed record is. */
  val ReservedOptions: Set[String] = Set("mode", "columnnameofcorruptrecord")

  private def named(name: String): Column = col("`" + name.replace("`", "``") + "`")

  private def refusal(path: String, file: String, text: String): Boolean =
    throw HBaseErrors.MalformedInput.runtime("path" -> path, "file" -> file, "record" -> text)

  /** The error of a record, which Spark wraps in one of the function that found it. */
  def unwrapped(e: Throwable): Throwable =
    Iterator.iterate(e)(_.getCause).takeWhile(_ != null).collectFirst { case h: HBaseException => h }.getOrElse(e)
}

package org.apache.spark.sql.hbase.catalog.store

import java.io.IOException
import java.util.Locale

import scala.jdk.CollectionConverters._

import org.apache.hadoop.hbase.{NamespaceDescriptor, NamespaceExistException, TableName}
import org.apache.hadoop.hbase.client._

import org.apache.spark.sql.hbase.catalog.definition.{FamilySettings, SplitPoints, TableProperties}
import org.apache.spark.sql.hbase.client.admin.TableCoprocessor
import org.apache.spark.sql.hbase.client.cluster.{Masters, SubPlanException}
import org.apache.spark.sql.hbase.codec.rowkey.KeyForm
import org.apache.spark.sql.hbase.error.{FirstLine, HBaseErrors, NearestName}
import org.apache.spark.sql.hbase.schema._
import org.apache.spark.sql.hbase.shim.ScalaShim._

/** The HBase tables below the SQL tables: creates, checks and drops them. Thread-safe. */
final class PhysicalTables(connection: Connection) {
  import PhysicalTables._

  def descriptor(table: TableName): Option[TableDescriptor] = asked { admin =>
    if (admin.tableExists(table)) Some(admin.getDescriptor(table)) else None
  }

  def create(schema: TableSchema, properties: TableProperties.Parsed, coprocessorJar: Option[String]): Unit = {
    val splits =
      if (properties.sampledRegions.isDefined) Array.empty[Array[Byte]]
      else
        properties.splits
          .map(SplitPoints.fromLiterals(schema, _))
          .orElse(properties.regionCount.map(SplitPoints.even))
          .getOrElse(SplitPoints.ofBuckets(schema.keyPrefix))
    if (splits.length >= TableLimits.MaxRegions) {
      throw HBaseErrors.InvalidSplits.analysis(
        "table" -> schema.fullName,
        "regions" -> (splits.length + 1),
        "limit" -> TableLimits.MaxRegions
      )
    }
    val descriptor = newDescriptor(schema, properties, coprocessorJar)
    refusalsOf(schema) {
      asked { admin =>
        createNamespace(admin, schema.tableName.getNamespaceAsString)
        if (splits.isEmpty) admin.createTable(descriptor) else admin.createTable(descriptor, splits)
      }
    }
  }

  /** Gives a table without rows other regions. */
  def split(schema: TableSchema, splits: Array[Array[Byte]]): Unit = if (splits.nonEmpty) {
    descriptor(schema.tableName).foreach { existing =>
      drop(schema.tableName)
      refusalsOf(schema)(asked(_.createTable(existing, splits)))
    }
  }

  /** Attaches the jar to a table that exists; an attached one of another path is replaced. */
  def attachCoprocessor(schema: TableSchema, existing: TableDescriptor, jar: String): Unit =
    modify(schema, TableCoprocessor.attach(TableDescriptorBuilder.newBuilder(existing), jar).build())

  def modify(schema: TableSchema, descriptor: TableDescriptor): Unit =
    refusalsOf(schema)(asked(_.modifyTable(descriptor)))

  /** Records what the bytes of the table mean now. */
  def sign(schema: TableSchema, existing: TableDescriptor): Unit = {
    val signed = TableDescriptorBuilder.newBuilder(existing).setValue(SignatureAttribute, signature(schema)).build()
    modifyUnseen(schema, existing, signed)
  }

  /**
   * Changes attributes of which no region needs to know, so none is opened again. But where there is a coprocessor,
   * HBase does not allow that, since it compares coprocessors by identity.
   */
  def modifyUnseen(schema: TableSchema, existing: TableDescriptor, changed: TableDescriptor): Unit =
    refusalsOf(schema)(asked(_.modifyTable(changed, !existing.getCoprocessorDescriptors.isEmpty)))

  def drop(table: TableName): Unit = asked { admin =>
    if (admin.tableExists(table)) {
      if (admin.isTableEnabled(table)) admin.disableTable(table)
      admin.deleteTable(table)
    }
  }

  /** Deletes all rows at once; the regions stay as they are. The table is offline meanwhile, and afterwards if it fails. */
  def truncate(table: TableName): Unit = asked { admin =>
    if (admin.isTableEnabled(table)) admin.disableTable(table)
    admin.truncateTable(table, true)
  }

  /** Asks masters, and does not wait for minutes where there is none. */
  private[hbase] def asked[T](call: Admin => T): T = Masters.ask[T](connection, admin => call(admin))

  private[hbase] def createNamespace(admin: Admin, namespace: String): Unit =
    if (!admin.listNamespaces().contains(namespace)) {
      try admin.createNamespace(NamespaceDescriptor.create(namespace).build())
      catch {
        case _: NamespaceExistException => // another session was faster
      }
    }

  private[hbase] def refusalsOf(schema: TableSchema)(action: => Unit): Unit =
    try action
    catch {
      // It says more than that the table was not created.
      case unreachable: SubPlanException => throw unreachable
      case e: IOException =>
        throw HBaseErrors.CreateTableFailed.analysisCausedBy(
          e,
          "table" -> schema.fullName,
          "hbaseTable" -> schema.hbaseTable,
          "reason" -> FirstLine.of(e)
        )
    }
}

object PhysicalTables {

  /**
   * Key of the table attribute that records the meaning of a table's bytes. With it a later CREATE TABLE over the HBase
   * table cannot misread them.
   */
  val SignatureAttribute = "SPARKSQL.LAYOUT"

  def signature(descriptor: TableDescriptor): Option[String] = Option(descriptor.getValue(SignatureAttribute))

  private val EscapedKey = s" (asc|desc) ${KeyForms.name(KeyForm.ESCAPED)}[,)]".r

  /** Tells whether this connector made the table with key columns of form escaped. */
  def escapesKeys(descriptor: TableDescriptor): Boolean =
    signature(descriptor).exists(EscapedKey.findFirstIn(_).isDefined)

  /**
   * The layout that the signature of a descriptor names.
   *
   * {{{
   * key (INT ordered asc, STRING ordered desc escaped) packed d:_p (DOUBLE, DATE)
   * key (INT ordered asc) columns
   * salt 8 of (1) key (INT ordered asc) columns
   * key (BIGINT ordered asc) columnar 54 d:_p (DOUBLE, DATE)
   * }}}
   */
  def signature(schema: TableSchema): String = {
    val key = schema.keyColumns.map { c =>
      val place = c.place.asInstanceOf[Place.Key]
      s"${c.sqlType} ${SchemaJson.encodingName(place.encoding)} ${if (place.descending) "desc" else "asc"}" +
        Some(place.form).filterNot(_ == KeyForm.PLAIN).fold("")(form => s" ${KeyForms.name(form)}") +
        KeyForms.delimiter(place.form).fold("")(delimiter => s" by $delimiter")
    }
    val cells = schema.packedCells.map(cellSignature)
    val prefix = schema.keyPrefix.fold("") { prefix =>
      val parts = prefix.parts.asScala.map(_ + 1).mkString("(", ", ", ")")
      s"${prefix.kind.name.toLowerCase(Locale.ROOT)} ${prefix.size} of $parts "
    }
    val groups = schema.groups.fold("")(groups => s" ${groups.bits}")
    s"${prefix}key ${key.mkString("(", ", ", ")")} ${schema.layout.name}$groups${cells.mkString}"
  }

  /** Checks that an existing HBase table can hold what the schema says. */
  def check(schema: TableSchema, existing: TableDescriptor): Unit = check(schema, existing, _ == signature(schema))

  /**
   * Checks that a snapshot can be read as what the schema says. It may be from before columns were added: readers take fields
   * that a packed cell does not have as NULL.
   */
  def checkSnapshot(schema: TableSchema, existing: TableDescriptor): Unit =
    check(schema, existing, hadSignature(schema, _))

  /** Tells whether a table has this signature, or had it before its last columns were added. */
  private def hadSignature(schema: TableSchema, found: String): Boolean = {
    val start = signature(schema.copy(packedCells = Nil))
    val cells = Option.when(found.startsWith(start))(found.drop(start.length))
    schema.packedCells
      .foldLeft(cells) { (rest, cell) =>
        rest.flatMap { text =>
          val shapes =
            (cell.fields.size to 1 by -1).iterator.map(n => cellSignature(cell.copy(fields = cell.fields.take(n))))
          shapes.find(text.startsWith).map(shape => text.drop(shape.length))
        }
      }
      .contains("")
  }

  private def cellSignature(cell: PackedCellMapping): String =
    s" ${cell.family}:${cell.qualifier} ${cell.fields.mkString("(", ", ", ")")}"

  private def check(schema: TableSchema, existing: TableDescriptor, isRight: String => Boolean): Unit = {
    signature(existing).filterNot(isRight).foreach { found =>
      throw HBaseErrors.LayoutMismatch.analysis(
        "table" -> schema.fullName,
        "hbaseTable" -> schema.hbaseTable,
        "declared" -> signature(schema),
        "found" -> found
      )
    }
    val present = existing.getColumnFamilyNames.asScala.map(CellNames.text).toSeq
    (schema.families ++ schema.rowFamilies).find(!present.contains(_)).foreach { family =>
      val values = Seq(
        "table" -> schema.fullName,
        "hbaseTable" -> schema.hbaseTable,
        "family" -> family,
        "has" -> present.mkString(",")
      )
      val near = NearestName.of(family, present).map("didYouMean" -> _)
      throw HBaseErrors.FamilyMissing.analysis(values ++ near: _*)
    }
  }

  private[catalog] def newDescriptor(
      schema: TableSchema,
      properties: TableProperties.Parsed,
      coprocessorJar: Option[String]
  ): TableDescriptor = {
    val builder = TableDescriptorBuilder.newBuilder(schema.tableName).setValue(SignatureAttribute, signature(schema))
    OwnerAttributes.add(builder, schema)
    val settings = FamilySettings.ofNewFamily(properties.ofFamilies, schema.layout)
    schema.families.foreach(family => builder.setColumnFamily(newFamily(family, settings)))
    coprocessorJar.foreach(TableCoprocessor.attach(builder, _))
    builder.build()
  }

  private[catalog] def newFamily(name: String, settings: Map[String, String]): ColumnFamilyDescriptor = {
    val family = ColumnFamilyDescriptorBuilder.newBuilder(CellNames.bytes(name))
    FamilySettings.applyTo(family, settings)
    family.build()
  }
}

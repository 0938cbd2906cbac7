package org.apache.spark.sql.hbase.catalog.definition

import java.util.Locale

import org.apache.hadoop.hbase.{HConstants, KeepDeletedCells}
import org.apache.hadoop.hbase.client.{ColumnFamilyDescriptor, ColumnFamilyDescriptorBuilder}
import org.apache.hadoop.hbase.io.compress.Compression
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding
import org.apache.hadoop.hbase.regionserver.BloomType

import org.apache.spark.sql.hbase.schema.Layout
import org.apache.spark.sql.hbase.shim.ScalaShim._

/** One table property that HBase keeps in each column family and that says nothing about what bytes mean. */
private[catalog] sealed abstract class FamilySetting(val property: TableProperties.Property) {

  /** For the message about a value that is none. */
  def allowed: Seq[String]

  /** None: the value is not allowed. */
  def set(value: String): Option[FamilySetting.Change]

  /** The value of a family in a new table whose statement gives none. */
  def default(layout: Layout): String

  /** A value that `set` takes. */
  def of(family: ColumnFamilyDescriptor): String
}

private[catalog] object FamilySetting {
  type Change = ColumnFamilyDescriptorBuilder => ColumnFamilyDescriptorBuilder
}

/** CREATE TABLE and ALTER TABLE apply them, SHOW CREATE TABLE shows them. */
private[catalog] object FamilySettings {
  private object CompressionSetting extends FamilySetting(TableProperties.CompressionName) {
    override def allowed: Seq[String] = Compression.Algorithm.values.map(_.getName).toSeq

    override def set(value: String): Option[FamilySetting.Change] =
      Compression.Algorithm.values
        .find(_.getName.equalsIgnoreCase(value))
        .map(a => (f: ColumnFamilyDescriptorBuilder) => f.setCompressionType(a))

    override def default(layout: Layout): String = Compression.Algorithm.NONE.getName

    override def of(family: ColumnFamilyDescriptor): String = family.getCompressionType.getName
  }

  private object BlockEncodingSetting extends FamilySetting(TableProperties.BlockEncoding) {
    override def allowed: Seq[String] = DataBlockEncoding.values.map(e => lower(e.name)).toSeq

    override def set(value: String): Option[FamilySetting.Change] =
      DataBlockEncoding.values
        .find(_.name.equalsIgnoreCase(value))
        .map(e => (f: ColumnFamilyDescriptorBuilder) => f.setDataBlockEncoding(e))

    override def default(layout: Layout): String = layout match {
      case Layout.Packed | Layout.Columnar => lower(DataBlockEncoding.NONE.name)
      case Layout.Columns => lower(DataBlockEncoding.FAST_DIFF.name)
    }

    override def of(family: ColumnFamilyDescriptor): String = lower(family.getDataBlockEncoding.name)
  }

  private object TtlSetting extends FamilySetting(TableProperties.Ttl) {
    private val Forever = "forever"

    override def allowed: Seq[String] = Seq(Forever, "a whole number of seconds")

    override def set(value: String): Option[FamilySetting.Change] =
      if (value.equalsIgnoreCase(Forever))
        Some((f: ColumnFamilyDescriptorBuilder) => f.setTimeToLive(HConstants.FOREVER))
      else
        value.toIntOption.filter(_ >= 1).map(seconds => (f: ColumnFamilyDescriptorBuilder) => f.setTimeToLive(seconds))

    override def default(layout: Layout): String = Forever

    override def of(family: ColumnFamilyDescriptor): String =
      if (family.getTimeToLive == HConstants.FOREVER) Forever else family.getTimeToLive.toString
  }

  private object VersionsSetting extends FamilySetting(TableProperties.Versions) {
    override def allowed: Seq[String] = Seq("a whole number of at least 1")

    override def set(value: String): Option[FamilySetting.Change] =
      value.toIntOption.filter(_ >= 1).map(versions => (f: ColumnFamilyDescriptorBuilder) => f.setMaxVersions(versions))

    override def default(layout: Layout): String = "1"

    override def of(family: ColumnFamilyDescriptor): String = family.getMaxVersions.toString
  }

  private object KeepDeletedCellsSetting extends FamilySetting(TableProperties.KeepDeletedCells) {
    override def allowed: Seq[String] = KeepDeletedCells.values.map(k => lower(k.name)).toSeq

    override def set(value: String): Option[FamilySetting.Change] =
      KeepDeletedCells.values
        .find(_.name.equalsIgnoreCase(value))
        .map(k => (f: ColumnFamilyDescriptorBuilder) => f.setKeepDeletedCells(k))

    override def default(layout: Layout): String = lower(KeepDeletedCells.FALSE.name)

    override def of(family: ColumnFamilyDescriptor): String = lower(family.getKeepDeletedCells.name)
  }

  private object BloomSetting extends FamilySetting(TableProperties.Bloom) {

    /** A fourth type of HBase's needs the length of its prefix. */
    private val types = Seq(BloomType.NONE, BloomType.ROW, BloomType.ROWCOL)

    override def allowed: Seq[String] = types.map(t => lower(t.name))

    override def set(value: String): Option[FamilySetting.Change] =
      types.find(_.name.equalsIgnoreCase(value)).map(t => (f: ColumnFamilyDescriptorBuilder) => f.setBloomFilterType(t))

    override def default(layout: Layout): String = lower(BloomType.ROW.name)

    override def of(family: ColumnFamilyDescriptor): String = lower(family.getBloomFilterType.name)
  }

  val all: Seq[FamilySetting] =
    Seq(CompressionSetting, BlockEncodingSetting, TtlSetting, VersionsSetting, KeepDeletedCellsSetting, BloomSetting)

  def isOne(property: String): Boolean = all.exists(_.property.name == property)

  /** Returns the settings of a new family: the given values, else the defaults. */
  def ofNewFamily(given: Map[String, String], layout: Layout): Map[String, String] =
    all.map(s => s.property.name -> given.getOrElse(s.property.name, s.default(layout))).toMap

  /** @param values checked by `PropertyParser` */
  def applyTo(family: ColumnFamilyDescriptorBuilder, values: Map[String, String]): Unit =
    all.foreach(s => values.get(s.property.name).flatMap(s.set(_)).foreach(change => change(family)))

  def of(family: ColumnFamilyDescriptor): Map[String, String] = all.map(s => s.property.name -> s.of(family)).toMap

  private def lower(name: String): String = name.toLowerCase(Locale.ROOT)
}

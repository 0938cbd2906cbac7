package org.apache.spark.sql.hbase.dialect

import org.apache.spark.sql.hbase.error.HBaseErrors

/** A session with the catalogs `hbase` and `spark_catalog`; `hbase.default` is in use. */
private[dialect] object FixedNames extends TableNames {
  override def ofHBase(name: Seq[String]): Option[HBaseName] = name match {
    case Seq("spark_catalog", _*) => None
    case Seq("hbase", namespace, table) => Some(HBaseName("hbase", Seq(namespace), table))
    case Seq(namespace, table) => Some(HBaseName("hbase", Seq(namespace), table))
    case Seq(table) => Some(HBaseName("hbase", Seq("default"), table))
  }

  override def mapped(name: Seq[String]): HBaseName =
    ofHBase(name).getOrElse(throw HBaseErrors.NotAnHBaseCatalog.analysis("table" -> name.mkString(".")))
}

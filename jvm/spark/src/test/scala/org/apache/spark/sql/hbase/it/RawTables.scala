package org.apache.spark.sql.hbase.it

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client._
import org.apache.hadoop.hbase.util.Bytes

import org.apache.spark.sql.hbase.cluster.HBaseCluster

/** HBase tables as another program makes, fills and reads them. */
private[it] final class RawTables(quorum: String) {
  def connected[T](action: Connection => T): T =
    HBaseCluster.use(HBaseCluster.settings(Map(HBaseCluster.Quorum -> quorum)))(shared => action(shared.connection))

  def create(name: String, families: String*): Unit = connected { connection =>
    val builder = TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
    families.foreach(f => builder.setColumnFamily(ColumnFamilyDescriptorBuilder.of(f)))
    Using.resource(connection.getAdmin)(_.createTable(builder.build()))
  }

  /** @param cells by `family:qualifier` */
  def put(name: String, rowKey: Array[Byte], cells: (String, Array[Byte])*): Unit =
    cells.groupBy(_._1.takeWhile(_ != ':')).foreach { case (family, ofFamily) =>
      putBytes(
        name,
        rowKey,
        family,
        ofFamily.map { case (cell, value) => Bytes.toBytes(cell.drop(family.length + 1)) -> value }
      )
    }

  /** @param cells by qualifier */
  def putBytes(name: String, rowKey: Array[Byte], family: String, cells: Seq[(Array[Byte], Array[Byte])]): Unit =
    connected { connection =>
      val put = new Put(rowKey)
      cells.foreach { case (qualifier, value) => put.addColumn(Bytes.toBytes(family), qualifier, value) }
      Using.resource(connection.getTable(TableName.valueOf(name)))(_.put(put))
    }

  /** Cells by `family:qualifier` of the rows in order, all as HBase's shell shows them. */
  def rows(name: String): Seq[(String, Map[String, String])] = connected { connection =>
    Using.resource(connection.getTable(TableName.valueOf(name))) { table =>
      Using.resource(table.getScanner(new Scan())) { scanner =>
        scanner.asScala.map { result =>
          val cells = result.rawCells().map { cell =>
            val family = Bytes.toString(cell.getFamilyArray, cell.getFamilyOffset, cell.getFamilyLength)
            val qualifier = Bytes.toString(cell.getQualifierArray, cell.getQualifierOffset, cell.getQualifierLength)
            s"$family:$qualifier" ->
              Bytes.toStringBinary(cell.getValueArray, cell.getValueOffset, cell.getValueLength)
          }
          Bytes.toStringBinary(result.getRow) -> cells.toMap
        }.toVector
      }
    }
  }

  def descriptor(name: String): TableDescriptor =
    connected(connection => Using.resource(connection.getAdmin)(_.getDescriptor(TableName.valueOf(name))))

  /** Sets a value of the table's descriptor. */
  def setValue(name: String, key: String, value: String): Unit = connected { connection =>
    val changed = TableDescriptorBuilder.newBuilder(descriptor(name)).setValue(key, value).build()
    Using.resource(connection.getAdmin)(_.modifyTable(changed))
  }

  def startKeys(name: String): Seq[String] = connected { connection =>
    Using.resource(connection.getRegionLocator(TableName.valueOf(name))) {
      _.getStartKeys.map(Bytes.toStringBinary(_)).toSeq
    }
  }

  def exists(name: String): Boolean =
    connected(connection => Using.resource(connection.getAdmin)(_.tableExists(TableName.valueOf(name))))

  /** HBase tables whose names match a regular expression. */
  def names(pattern: String): Seq[String] = connected { connection =>
    Using.resource(connection.getAdmin)(
      _.listTableNames(java.util.regex.Pattern.compile(pattern)).map(_.getNameAsString).toSeq.sorted
    )
  }

  def drop(name: String): Unit = connected { connection =>
    Using.resource(connection.getAdmin) { admin =>
      admin.disableTable(TableName.valueOf(name))
      admin.deleteTable(TableName.valueOf(name))
    }
  }
}

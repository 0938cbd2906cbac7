package org.apache.spark.sql.hbase.bulkload

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{ColumnFamilyDescriptorBuilder, TableDescriptorBuilder}
import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

class TestBulkLoadBatch {
  private val User = "user"

  private def reason(table: String, encryption: Option[String] = None): Option[String] = {
    val family = ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f"))
    encryption.foreach(family.setEncryptionType)
    val built = TableDescriptorBuilder.newBuilder(TableName.valueOf(table)).setColumnFamily(family.build()).build()
    BulkLoadBatch.reasonAgainst(built, User)
  }

  @Test
  def takesTablesWhoseStagingFolderHasANameThatFileSystemsTake(): Unit = {
    // user__TABLE__ and 64 letters.
    val longest = 255 - 64 - 4 - User.length
    assertEquals(None, reason("t" * longest))
    val refused = "HBase makes a folder for each load, whose name has user and table: 256 bytes, 255 at most"
    assertEquals(Some(refused), reason("t" * (longest + 1)))
    assertEquals(Some(refused), reason("n:" + "t" * (longest - 1)))
  }

  @Test
  def refusesFamiliesThatHBaseEncrypts(): Unit =
    assertEquals(Some("HBase encrypts the files of family f"), reason("t", Some("AES")))
}

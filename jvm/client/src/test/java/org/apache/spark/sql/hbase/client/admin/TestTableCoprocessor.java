package org.apache.spark.sql.hbase.client.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;

class TestTableCoprocessor {
  private static final String OTHER = "com.example.Other";

  private static TableDescriptorBuilder table() {
    return TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("d"));
  }

  @Test
  void aSecondJarReplacesTheFirst() throws IOException {
    TableDescriptorBuilder table = TableCoprocessor.attach(table(), "hdfs:/one.jar");
    TableDescriptor attached = TableCoprocessor.attach(table, "hdfs:/two.jar").build();
    assertEquals(1, attached.getCoprocessorDescriptors().size());
    assertEquals(Optional.of("hdfs:/two.jar"), TableCoprocessor.jar(attached));
  }

  @Test
  void detachingLeavesNothingBehind() throws IOException {
    TableDescriptorBuilder table = TableCoprocessor.attach(table(), "hdfs:/one.jar");
    assertEquals(table().build(), TableCoprocessor.detach(table).build());
  }

  @Test
  void aSettingOfAnotherValueIsTheUsers() throws IOException {
    TableDescriptorBuilder table =
        TableCoprocessor.attach(table(), "hdfs:/one.jar")
            .setValue(TableCoprocessor.ABORT_ON_ERROR, "true");
    TableDescriptor detached = TableCoprocessor.detach(table).build();
    assertEquals("true", detached.getValue(TableCoprocessor.ABORT_ON_ERROR));
  }

  @Test
  void otherCoprocessorsStayAndKeepTheirProtection() throws IOException {
    TableDescriptorBuilder table =
        TableCoprocessor.attach(table().setCoprocessor(OTHER), "hdfs:/one.jar");
    TableDescriptor detached = TableCoprocessor.detach(table).build();
    assertEquals(Optional.empty(), TableCoprocessor.find(detached));
    assertEquals(1, detached.getCoprocessorDescriptors().size());
    assertEquals("false", detached.getValue(TableCoprocessor.ABORT_ON_ERROR));
  }

  @Test
  void detachingATableWithoutCoprocessorChangesNothing() {
    TableDescriptor detached = TableCoprocessor.detach(table()).build();
    assertEquals(table().build(), detached);
    assertNull(detached.getValue(TableCoprocessor.ABORT_ON_ERROR));
  }
}

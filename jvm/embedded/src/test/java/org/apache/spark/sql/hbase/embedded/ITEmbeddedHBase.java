package org.apache.spark.sql.hbase.embedded;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.thrift.generated.Hbase;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ITEmbeddedHBase {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final byte[] FAMILY = {'f'};
  private static final byte[] ROW = {'r'};
  private static final byte[] VALUE = {'v'};

  @Test
  void keepsDataAcrossACleanStopAndAKill(@TempDir Path data) throws Exception {
    String[] arguments = {"--data", data.toString()};
    try (EmbeddedProcess first = EmbeddedProcess.start(arguments)) {
      write(first);
    }
    try (EmbeddedProcess second = EmbeddedProcess.start(arguments)) {
      assertArrayEquals(VALUE, read(second, ROW));
      put(second, VALUE);
      second.kill();
    }
    try (EmbeddedProcess third = EmbeddedProcess.start(arguments)) {
      assertArrayEquals(VALUE, read(third, VALUE));
    }
  }

  @Test
  void twoRunSideBySide(@TempDir Path folder) throws Exception {
    Path state = folder.resolve("state.json");
    try (EmbeddedProcess plain = EmbeddedProcess.start("--stop-with-stdin");
        EmbeddedProcess withThrift =
            EmbeddedProcess.start(
                "--name",
                "two",
                "--region-servers",
                "2",
                "--thrift",
                "--state-file",
                state.toString())) {
      assertNotEquals(plain.quorum(), withThrift.quorum());
      write(plain);
      write(withThrift);

      JsonObject json = JsonParser.parseString(Files.readString(state)).getAsJsonObject();
      assertEquals("two", json.get("name").getAsString());
      assertEquals(withThrift.pid(), json.get("pid").getAsLong());
      assertEquals(withThrift.quorum(), json.get("quorum").getAsString());
      assertTrue(json.get("master").getAsString().startsWith("localhost:"));
      assertEquals(1, thriftTableCount(json.get("thrift").getAsString()));

      plain.closeStdin();
      assertTrue(plain.awaitEnd());
    }
    assertFalse(Files.exists(state));
  }

  @Test
  void refusesADataFolderInUse(@TempDir Path data) throws Exception {
    try (EmbeddedProcess holder = EmbeddedProcess.start("--data", data.toString())) {
      IOException refusal =
          assertThrows(IOException.class, () -> EmbeddedProcess.start("--data", data.toString()));
      assertTrue(
          refusal.getMessage().contains("is in use by another embedded HBase"),
          refusal.getMessage());
      write(holder);
    }
  }

  @Test
  void loadsACoprocessorFromAJar(@TempDir Path folder) throws Exception {
    Path jar = folder.resolve("noop.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        InputStream code = NoopObserver.class.getResourceAsStream("NoopObserver.class")) {
      out.putNextEntry(new JarEntry(NoopObserver.class.getName().replace('.', '/') + ".class"));
      code.transferTo(out);
    }
    try (EmbeddedProcess hbase = EmbeddedProcess.start();
        Connection connection = hbase.connect();
        Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .setCoprocessor(
                  CoprocessorDescriptorBuilder.newBuilder(NoopObserver.class.getName())
                      .setJarPath(jar.toUri().toString())
                      .build())
              .build());
      put(hbase, ROW);
      assertArrayEquals(VALUE, read(hbase, ROW));
    }
  }

  private static void write(EmbeddedProcess hbase) throws IOException {
    try (Connection connection = hbase.connect();
        Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build());
    }
    put(hbase, ROW);
  }

  private static void put(EmbeddedProcess hbase, byte[] row) throws IOException {
    try (Connection connection = hbase.connect();
        Table table = connection.getTable(TABLE)) {
      table.put(new Put(row).addColumn(FAMILY, FAMILY, VALUE));
    }
  }

  private static byte[] read(EmbeddedProcess hbase, byte[] row) throws IOException {
    try (Connection connection = hbase.connect();
        Table table = connection.getTable(TABLE)) {
      return table.get(new Get(row)).getValue(FAMILY, FAMILY);
    }
  }

  private static int thriftTableCount(String address) throws TException {
    int colon = address.indexOf(':');
    try (TSocket socket =
        new TSocket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)))) {
      socket.open();
      return new Hbase.Client(new TBinaryProtocol(socket)).getTableNames().size();
    }
  }
}

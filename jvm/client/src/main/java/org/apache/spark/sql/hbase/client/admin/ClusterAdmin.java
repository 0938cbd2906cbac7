package org.apache.spark.sql.hbase.client.admin;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.exceptions.DeserializationException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings;
import org.apache.spark.sql.hbase.client.cluster.ConnectionCache;
import org.apache.spark.sql.hbase.client.cluster.SharedConnection;
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode;
import org.apache.spark.sql.hbase.client.scan.ReaderOptions;
import org.apache.spark.sql.hbase.client.scan.ReaderStatistics;
import org.apache.spark.sql.hbase.client.scan.SubPlanReader;
import org.apache.spark.sql.hbase.client.scan.SubPlanRequest;
import org.apache.spark.sql.hbase.engine.expression.JavaRules;

/**
 * One cluster, as the Python package {@code pyspark_hbase.admin} sees it. Every answer that is a
 * structure is JSON. Not thread-safe.
 */
public final class ClusterAdmin implements AutoCloseable {
  private static final Gson JSON = new Gson();

  /** A value of a table: most regions that the master opens again at once, when it changes. */
  private static final String REGIONS_AT_ONCE =
      "hbase.reopen.table.regions.progressive.batch.size.max";

  private final SharedConnection lease;
  private final Admin admin;
  private final Configuration conf;

  private ClusterAdmin(SharedConnection lease) throws IOException {
    this.lease = lease;
    this.admin = lease.connection().getAdmin();
    this.conf = lease.connection().getConfiguration();
  }

  /**
   * Connects, or says within seconds that it cannot.
   *
   * @param properties HBase properties that override hbase-site.xml
   */
  public static ClusterAdmin connect(Map<String, String> properties) throws IOException {
    return new ClusterAdmin(ConnectionCache.acquire(ClusterSettings.of(properties)));
  }

  @Override
  public void close() throws IOException {
    admin.close();
    lease.close();
  }

  /** A property as hbase-site.xml of this machine or the caller has it; null for a default. */
  public String property(String name) {
    String[] sources = conf.getPropertySources(name);
    boolean isSet =
        sources != null
            && sources.length > 0
            && !sources[sources.length - 1].endsWith("hbase-default.xml");
    return isSet ? conf.get(name) : null;
  }

  /** Returns the name under which HBase knows this client. */
  public String user() throws IOException {
    return User.getCurrent().getShortName();
  }

  public String cluster() throws IOException {
    return JSON.toJson(ClusterFacts.cluster(admin));
  }

  /** All tables but HBase's own. */
  public String tables() throws IOException {
    List<Map<String, Object>> tables = new ArrayList<>();
    for (TableDescriptor descriptor : admin.listTableDescriptors()) {
      tables.add(ClusterFacts.table(admin, descriptor));
    }
    return JSON.toJson(tables);
  }

  public String table(String name) throws IOException {
    return JSON.toJson(ClusterFacts.table(admin, admin.getDescriptor(TableName.valueOf(name))));
  }

  public String regions(String name) throws IOException {
    return JSON.toJson(ClusterFacts.regions(lease.connection(), admin, TableName.valueOf(name)));
  }

  public String handshakes(String name, int timeoutMillis) throws IOException {
    return JSON.toJson(Handshakes.ask(lease.connection(), TableName.valueOf(name), timeoutMillis));
  }

  /** The rules that queries take from the Java of this process, as the coprocessor gives them. */
  public String javaRules() {
    return JSON.toJson(
        Map.of(
            "text",
            JavaRules.describe(),
            "digest",
            JavaRules.digest(),
            "release",
            JavaRules.release()));
  }

  /** The descriptor of a table, for {@link #restore}. */
  public byte[] descriptor(String name) throws IOException {
    return TableDescriptorBuilder.toByteArray(admin.getDescriptor(TableName.valueOf(name)));
  }

  /**
   * Makes a table what it was; returns when its regions were opened again.
   *
   * @param regionsAtOnce see {@link #attach}
   */
  public void restore(byte[] descriptor, int regionsAtOnce, int waitMillis) throws IOException {
    try {
      TableDescriptor before = TableDescriptorBuilder.parseFrom(descriptor);
      modify(TableDescriptorBuilder.newBuilder(before), regionsAtOnce, waitMillis);
    } catch (DeserializationException e) {
      throw new IOException(e);
    }
  }

  /**
   * Attaches a jar; returns when the regions of the table were opened again.
   *
   * @param regionsAtOnce how many the master opens again at once, 0 for all. The table keeps the
   *     number: HBase has no other way to be told
   */
  public void attach(String name, String jar, int regionsAtOnce, int waitMillis)
      throws IOException {
    modify(TableCoprocessor.attach(builder(name), jar), regionsAtOnce, waitMillis);
  }

  public void detach(String name, int waitMillis) throws IOException {
    modify(TableCoprocessor.detach(builder(name)), 0, waitMillis);
  }

  /** The value of one property of a table; null removes it. */
  public void setValue(String name, String property, String value, int waitMillis)
      throws IOException {
    TableDescriptorBuilder table = builder(name);
    modify(
        value == null ? table.removeValue(property) : table.setValue(property, value),
        0,
        waitMillis);
  }

  /** Creates a small table with the jar attached, see {@link Canary}. */
  public void createCanary(String name, String jar, int regions, int waitMillis)
      throws IOException {
    await(
        admin.createTableAsync(
            Canary.descriptor(TableName.valueOf(name), jar), Canary.splits(regions)),
        waitMillis);
    Canary.fill(lease.connection(), TableName.valueOf(name), regions, false);
  }

  /** Writes the rows of the small table again, each with an odd number. */
  public void rewriteCanary(String name, int regions) throws IOException {
    Canary.fill(lease.connection(), TableName.valueOf(name), regions, true);
  }

  /** Makes store files of what is in memory. */
  public void flush(String name) throws IOException {
    admin.flush(TableName.valueOf(name));
  }

  /** Asks for one store file in place of all of a family, and does not wait for it. */
  public void compact(String name) throws IOException {
    admin.majorCompact(TableName.valueOf(name));
  }

  /**
   * Counts the rows of a sub-plan, either in the region servers alone or in this process alone.
   *
   * @return {@code rows}, {@code scanned}, those of them {@code fromStoreFiles}, and the {@code
   *     scannerReasons} of the others
   */
  public String countRows(String name, byte[] subPlan, boolean inRegionServers) throws IOException {
    ReaderOptions options =
        ReaderOptions.defaults()
            .withMode(inRegionServers ? CoprocessorMode.REQUIRE : CoprocessorMode.OFF);
    SubPlanRequest request = SubPlanRequest.ofTable(TableName.valueOf(name), subPlan, options);
    long rows = 0;
    try (SubPlanReader reader = SubPlanReader.open(lease.connection(), request)) {
      while (reader.next()) {
        rows += reader.current().rowCount();
      }
      ReaderStatistics statistics = reader.statistics();
      return JSON.toJson(
          Map.of(
              "rows",
              rows,
              "scanned",
              statistics.serverRowsScanned(),
              "fromStoreFiles",
              statistics.serverRowsFromStoreFiles(),
              "scannerReasons",
              new TreeSet<>(statistics.scannerRows().keySet())));
    }
  }

  /** Drops a table, if it exists. */
  public void drop(String name) throws IOException {
    TableName table = TableName.valueOf(name);
    if (admin.tableExists(table)) {
      if (!admin.isTableDisabled(table)) {
        admin.disableTable(table);
      }
      admin.deleteTable(table);
    }
  }

  /** Whether HBase lets us change the table; true where it checks no rights. */
  public boolean mayChange(String name) throws IOException {
    TableName table = TableName.valueOf(name);
    return admin
        .hasUserPermissions(
            List.of(
                Permission.newBuilder(table).withActions(Action.ADMIN).build(),
                Permission.newBuilder(table).withActions(Action.CREATE).build()))
        .contains(true);
  }

  /** Whether HBase shows us all tables; true where it checks no rights. */
  public boolean mayAdminister() throws IOException {
    return admin
        .hasUserPermissions(List.of(Permission.newBuilder().withActions(Action.ADMIN).build()))
        .get(0);
  }

  /** Whether Hadoop on this machine knows a file system for the scheme of the path. */
  public boolean hasFileSystem(String path) {
    return JarFolder.hasFileSystem(conf, path);
  }

  public String qualifiedPath(String path) throws IOException {
    return JarFolder.qualified(conf, path);
  }

  /** SHA-256 of a file in hex, empty if there is none. */
  public String digest(String path) throws IOException {
    return JarFolder.digest(conf, path);
  }

  /** Paths of the jars in a folder whose names are those of published region-server jars. */
  public String publishedJars(String folder) throws IOException {
    return JSON.toJson(JarFolder.published(conf, folder));
  }

  /**
   * Returns the possible users of jars: the coprocessors of all tables that HBase shows to this
   * user, and snapshots.
   */
  public String jarUsers() throws IOException {
    return JSON.toJson(ClusterFacts.jarUsers(admin));
  }

  /** Deletes a published jar; nothing if it is not there. */
  public void deleteJar(String path) throws IOException {
    JarFolder.delete(conf, path);
  }

  /** Copies a jar of this machine to a path where there is none. */
  public void publish(String source, String target, String digest) throws IOException {
    JarFolder.publish(conf, source, target, digest);
  }

  /** The shell's commands about rows, as long as this is open. */
  public RowCommands rowCommands() {
    return new RowCommands(lease.connection());
  }

  /** The shell's commands about tables, as long as this is open. */
  public TableCommands tableCommands() {
    return new TableCommands(lease.connection(), admin);
  }

  private TableDescriptorBuilder builder(String name) throws IOException {
    return TableDescriptorBuilder.newBuilder(admin.getDescriptor(TableName.valueOf(name)));
  }

  /** Waits as long as another region was opened again within {@code waitMillis}. */
  private void modify(TableDescriptorBuilder table, int regionsAtOnce, int waitMillis)
      throws IOException {
    if (regionsAtOnce > 0) {
      table.setValue(REGIONS_AT_ONCE, String.valueOf(regionsAtOnce));
    }
    TableDescriptor descriptor = table.build();
    Set<String> opened = opened(descriptor.getTableName());
    Future<Void> change = admin.modifyTableAsync(descriptor);
    while (!isDone(change, waitMillis)) {
      Set<String> before = opened;
      opened = opened(descriptor.getTableName());
      if (opened.equals(before)) {
        throw unfinished(waitMillis);
      }
    }
  }

  /** The regions of a table, with numbers that grow each time when they are opened. */
  private Set<String> opened(TableName table) throws IOException {
    return Handshakes.regions(lease.connection(), table).stream()
        .map(location -> location.getRegion().getEncodedName() + " " + location.getSeqNum())
        .collect(Collectors.toSet());
  }

  private static void await(Future<Void> change, int waitMillis) throws IOException {
    if (!isDone(change, waitMillis)) {
      throw unfinished(waitMillis);
    }
  }

  private static IOException unfinished(int waitMillis) {
    return new IOException("the master has not finished after " + waitMillis + " ms");
  }

  private static boolean isDone(Future<Void> change, int waitMillis) throws IOException {
    try {
      change.get(waitMillis, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for the master");
    }
  }
}

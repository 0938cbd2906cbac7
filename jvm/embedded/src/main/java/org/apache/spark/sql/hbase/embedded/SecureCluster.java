package org.apache.spark.sql.hbase.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * A cluster as strict as HBase can be: Kerberos with a key distribution centre of its own, TLS on
 * every connection between clients and servers, rights that are checked, and delegation tokens. Its
 * folder holds the files that clients need:
 *
 * <ul>
 *   <li>{@code krb5.conf}, {@code truststore.p12} and {@code hbase-site.xml}
 *   <li>{@code alice.keytab}, {@code bob.keytab}, {@code carol.keytab}: users without any right
 *   <li>{@code hbase.keytab}: the servers, and the user who grants rights
 * </ul>
 */
final class SecureCluster implements AutoCloseable {
  static final List<String> USERS = List.of("alice", "bob", "carol");

  private static final String SERVICE = "hbase/localhost";
  private static final String SECURITY = "org.apache.hadoop.hbase.security.";
  private static final String ACCESS_CONTROLLER = SECURITY + "access.AccessController";
  private static final String TOKEN_PROVIDER = SECURITY + "token.TokenProvider";

  private final Path folder;
  private final KerberosRealm realm;
  private final TlsStores stores;

  private SecureCluster(Path folder, KerberosRealm realm, TlsStores stores) {
    this.folder = folder;
    this.realm = realm;
    this.stores = stores;
  }

  /** Starts the key distribution centre, if there is a folder for it. */
  static Optional<SecureCluster> start(Optional<Path> wanted)
      throws IOException, InterruptedException {
    if (wanted.isEmpty()) {
      return Optional.empty();
    }
    Path folder = Files.createDirectories(wanted.get().toAbsolutePath());
    TlsStores stores = TlsStores.create(folder);
    KerberosRealm realm = KerberosRealm.start(folder);
    realm.addPrincipal(SERVICE, keytab(folder, "hbase"));
    for (String user : USERS) {
      realm.addPrincipal(user, keytab(folder, user));
    }
    return Optional.of(new SecureCluster(folder, realm, stores));
  }

  /** Returns the settings of all servers; they hold passwords and keys. */
  Map<String, String> serverSettings() {
    Map<String, String> settings = new HashMap<>(clientSettings());
    settings.putAll(stores.serverSettings());
    for (String server : List.of("master", "regionserver")) {
      settings.put("hbase." + server + ".keytab.file", keytab(folder, "hbase").toString());
    }
    settings.put("hbase.security.authorization", "true");
    settings.put("hbase.coprocessor.master.classes", ACCESS_CONTROLLER);
    settings.put("hbase.coprocessor.regionserver.classes", ACCESS_CONTROLLER);
    settings.put("hbase.coprocessor.region.classes", TOKEN_PROVIDER + "," + ACCESS_CONTROLLER);
    return settings;
  }

  /** Writes hbase-site.xml, once it is known where ZooKeeper is. */
  void writeClientSettings(String quorum) throws IOException {
    Configuration site = new Configuration(false);
    site.set("hbase.zookeeper.quorum", quorum);
    clientSettings().forEach(site::set);
    try (OutputStream out = Files.newOutputStream(folder.resolve("hbase-site.xml"))) {
      site.writeXml(out);
    }
  }

  @Override
  public void close() throws IOException {
    realm.close();
  }

  private Map<String, String> clientSettings() {
    Map<String, String> settings = new HashMap<>(stores.clientSettings());
    settings.put("hadoop.security.authentication", "kerberos");
    settings.put("hbase.security.authentication", "kerberos");
    for (String server : List.of("master", "regionserver")) {
      settings.put("hbase." + server + ".kerberos.principal", realm.principal(SERVICE));
    }
    return settings;
  }

  private static Path keytab(Path folder, String user) {
    return folder.resolve(user + ".keytab");
  }
}

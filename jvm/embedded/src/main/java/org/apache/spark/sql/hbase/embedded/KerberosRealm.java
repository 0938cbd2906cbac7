package org.apache.spark.sql.hbase.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kerby.kerberos.kerb.KrbException;
import org.apache.kerby.kerberos.kerb.server.SimpleKdcServer;

/**
 * A Kerberos realm of this JVM: a key distribution centre (Apache Kerby) on a free port of
 * 127.0.0.1, whose principals live in memory. One per JVM: where {@code krb5.conf} is, is a system
 * property.
 */
final class KerberosRealm implements AutoCloseable {
  static final String NAME = "EXAMPLE.COM";
  private static final String HOST = "127.0.0.1";

  private final SimpleKdcServer server;

  private KerberosRealm(SimpleKdcServer server) {
    this.server = server;
  }

  /**
   * Starts the server and writes {@code krb5.conf}.
   *
   * @throws IOException another process took the port, or the folder cannot be written
   */
  static KerberosRealm start(Path folder) throws IOException {
    int port = freePort();
    try {
      SimpleKdcServer server = new SimpleKdcServer();
      server.setWorkDir(folder.toFile());
      server.setKdcRealm(NAME);
      server.setKdcHost(HOST);
      server.setKdcTcpPort(port);
      server.setAllowUdp(false);
      server.init();
      server.start();
      Path configuration = folder.resolve("krb5.conf");
      Files.writeString(
          configuration,
          String.format(
              """
          [libdefaults]
            default_realm = %1$s
            udp_preference_limit = 1
            dns_lookup_kdc = false
            dns_lookup_realm = false
            dns_canonicalize_hostname = false
          [realms]
            %1$s = {
              kdc = %2$s:%3$d
            }
          """,
              NAME, HOST, port));
      System.setProperty("java.security.krb5.conf", configuration.toString());
      return new KerberosRealm(server);
    } catch (KrbException e) {
      throw new IOException("the key distribution centre did not start on port " + port + ".", e);
    }
  }

  /** The full name of a user, or of a {@code service/host}. */
  String principal(String name) {
    return name + "@" + NAME;
  }

  /** Makes a principal with a random key, and writes that to a file of its own. */
  void addPrincipal(String name, Path keytab) throws IOException {
    try {
      server.createPrincipal(principal(name));
      server.exportPrincipal(principal(name), keytab.toFile());
    } catch (KrbException e) {
      throw new IOException("the principal " + principal(name) + " could not be made.", e);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      server.stop();
    } catch (KrbException e) {
      throw new IOException("the key distribution centre did not stop.", e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}

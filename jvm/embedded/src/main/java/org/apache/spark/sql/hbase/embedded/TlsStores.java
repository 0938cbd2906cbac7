package org.apache.spark.sql.hbase.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Map;

/**
 * The key of all servers, with a certificate for localhost that they sign themselves, and the store
 * of those who trust it. Made by the JDK's own {@code keytool}.
 */
final class TlsStores {
  /** The password of files that lie beside it: for tests and a first try only. */
  private static final String PASSWORD = "embedded";

  private static final String ALIAS = "hbase";
  private static final String TYPE = "PKCS12";

  private final Path keys;
  private final Path trusted;

  private TlsStores(Path keys, Path trusted) {
    this.keys = keys;
    this.trusted = trusted;
  }

  /** Writes {@code keystore.p12} and {@code truststore.p12}; what is there is made anew. */
  static TlsStores create(Path folder) throws IOException, InterruptedException {
    TlsStores stores =
        new TlsStores(folder.resolve("keystore.p12"), folder.resolve("truststore.p12"));
    Files.deleteIfExists(stores.keys);
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost,ip:127.0.0.1",
                "-validity",
                "30",
                "-storetype",
                TYPE,
                "-keystore",
                stores.keys.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .start();
    String said =
        new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (keytool.waitFor() != 0) {
      throw new IOException("keytool made no key: " + said);
    }
    try {
      stores.writeTrusted();
    } catch (GeneralSecurityException e) {
      throw new IOException("the certificate of " + stores.keys + " could not be copied.", e);
    }
    return stores;
  }

  Map<String, String> serverSettings() {
    return Map.of(
        "hbase.server.netty.tls.enabled",
        "true",
        "hbase.server.netty.tls.supportplaintext",
        "false",
        // Clients prove who they are by Kerberos.
        "hbase.server.netty.tls.client.auth.mode",
        "NONE",
        "hbase.rpc.tls.keystore.location",
        keys.toString(),
        "hbase.rpc.tls.keystore.password",
        PASSWORD);
  }

  Map<String, String> clientSettings() {
    return Map.of(
        "hbase.client.netty.tls.enabled",
        "true",
        "hbase.rpc.tls.truststore.location",
        trusted.toString(),
        "hbase.rpc.tls.truststore.password",
        PASSWORD);
  }

  private void writeTrusted() throws IOException, GeneralSecurityException {
    KeyStore own = KeyStore.getInstance(TYPE);
    try (InputStream in = Files.newInputStream(keys)) {
      own.load(in, PASSWORD.toCharArray());
    }
    KeyStore known = KeyStore.getInstance(TYPE);
    known.load(null, null);
    known.setCertificateEntry(ALIAS, own.getCertificate(ALIAS));
    try (OutputStream out = Files.newOutputStream(trusted)) {
      known.store(out, PASSWORD.toCharArray());
    }
  }
}

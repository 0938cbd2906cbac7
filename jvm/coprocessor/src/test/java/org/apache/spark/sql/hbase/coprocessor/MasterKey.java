package org.apache.spark.sql.hbase.coprocessor;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.crypto.spec.SecretKeySpec;

/** The key with which HBase protects the keys of encrypted files, in a file of its own. */
final class MasterKey {
  /** HBase looks for a key of this name. */
  static final String NAME = "hbase";

  private static final String PASSWORD = "of-a-test";

  private MasterKey() {}

  /** Makes a key; returns the parameters of HBase's provider of keys. */
  static String create() throws IOException {
    Path file = Files.createTempFile("master-key", ".jceks");
    file.toFile().deleteOnExit();
    try (OutputStream out = Files.newOutputStream(file)) {
      KeyStore store = KeyStore.getInstance("JCEKS");
      store.load(null, PASSWORD.toCharArray());
      store.setEntry(
          NAME,
          new KeyStore.SecretKeyEntry(new SecretKeySpec(new byte[16], "AES")),
          new KeyStore.PasswordProtection(PASSWORD.toCharArray()));
      store.store(out, PASSWORD.toCharArray());
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
    return "jceks://" + file + "?password=" + PASSWORD;
  }
}

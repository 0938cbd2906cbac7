package org.apache.spark.sql.hbase.embedded;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalFileSystem;

/**
 * The local file system without checksum files. With them, Hadoop keeps unflushed log entries in
 * the JVM, so a killed process would lose acknowledged writes. Without them, each sync hands the
 * entries to the operating system.
 *
 * <p>Still a {@link LocalFileSystem}: HBase copies coprocessor jars through Hadoop's {@code
 * FileSystem.getLocal}, which casts to that class.
 */
public final class DurableLocalFileSystem extends LocalFileSystem {
  @Override
  public void initialize(URI name, Configuration conf) throws IOException {
    super.initialize(name, conf);
    setWriteChecksum(false);
    setVerifyChecksum(false);
  }
}

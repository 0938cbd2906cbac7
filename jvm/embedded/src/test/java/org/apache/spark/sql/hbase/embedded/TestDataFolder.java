package org.apache.spark.sql.hbase.embedded;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestDataFolder {
  @Test
  void keepsARequestedFolder(@TempDir Path parent) throws Exception {
    Path requested = parent.resolve("a/b");
    try (DataFolder folder = DataFolder.open(Optional.of(requested))) {
      Files.writeString(folder.path().resolve("file"), "x");
    }
    assertTrue(Files.exists(requested.resolve("file")));
  }

  @Test
  void deletesATemporaryFolderWithItsContent() throws Exception {
    Path path;
    try (DataFolder folder = DataFolder.open(Optional.empty())) {
      path = folder.path();
      Files.createDirectories(path.resolve("a/b"));
      Files.writeString(path.resolve("a/b/file"), "x");
    }
    assertFalse(Files.exists(path));
  }
}

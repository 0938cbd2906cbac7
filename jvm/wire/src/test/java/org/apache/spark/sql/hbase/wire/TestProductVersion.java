package org.apache.spark.sql.hbase.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TestProductVersion {
  @Test
  void versionsAreComparedNumberByNumber() {
    assertTrue(ProductVersion.compare("0.9.0", "0.10.0") < 0);
    assertTrue(ProductVersion.compare("1.0", "0.99.99") > 0);
    assertEquals(0, ProductVersion.compare("0.10", "0.10.0-beta"));
  }

  /** Tests that the answer of another program is not trusted to be a version. */
  @Test
  void anyTextCanBeCompared() {
    assertTrue(ProductVersion.compare("", "0.1.0") < 0);
    assertTrue(ProductVersion.compare("x1", "0.1.0") < 0);
    assertTrue(ProductVersion.compare("99999999999999999999", "0.1.0") < 0);
  }

  /** Surefire starts in the module's folder. */
  @Test
  void theVersionIsThatOfTheModules() throws IOException {
    String pom = Files.readString(Path.of("..", "pom.xml"));
    assertTrue(pom.contains("<version>" + ProductVersion.CURRENT + "</version>"));
  }
}

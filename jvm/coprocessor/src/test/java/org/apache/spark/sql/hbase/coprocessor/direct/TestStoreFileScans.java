package org.apache.spark.sql.hbase.coprocessor.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.spark.sql.hbase.coprocessor.direct.columns.ColumnMemory;
import org.apache.spark.sql.hbase.coprocessor.direct.format.ScannerReason;
import org.apache.spark.sql.hbase.coprocessor.direct.zones.ZoneMaps;
import org.apache.spark.sql.hbase.coprocessor.fixture.TestedReleases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestStoreFileScans {
  /** A region of an HBase for which this code was not made. */
  private static final Region FOREIGN =
      (Region)
          Proxy.newProxyInstance(
              Region.class.getClassLoader(),
              new Class<?>[] {Region.class},
              (proxy, method, arguments) -> {
                throw new AssertionError(method + " was called");
              });

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void regionsOfAnotherHBaseAreLeftToTheScanner(boolean isEnabled) throws IOException {
    StoreFileScans scans =
        new StoreFileScans(isEnabled, 0, new ZoneMaps(0), new ColumnMemory(0, false));
    Scan scan = new Scan();

    scans.prepare(scan, FOREIGN);
    StoreFileScans.Choice choice =
        scans.choose(scan, null, FOREIGN, null, null, null, new SourceCounts());

    assertEquals(Map.of(), scan.getAttributesMap());
    assertNull(choice.source());
    assertEquals(
        isEnabled ? ScannerReason.UNKNOWN_HBASE_VERSION : ScannerReason.DISABLED,
        choice.scannerReason());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"2.6.5", "2.6.40", "2.5.10-hadoop3", "2.60.0", "2.7.0", "3.0.0-beta-1", "Unknown"})
  void theProblemOfAnotherReleaseNamesIt(String version) {
    String problem = StoreFileFit.problem(version, List.of()).orElseThrow();

    assertEquals(
        "HBase "
            + version
            + " is none of the known releases 2.5.13, 2.6.0, 2.6.1, 2.6.2, 2.6.3, 2.6.4",
        problem);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.6.4-hadoop3", "2.5.13", "2.6.1-amzn-0", "2.6.3.7.3.3.0-56"})
  void aBuildOfAKnownReleaseIsJudgedByItsMembers(String version) {
    assertEquals(Optional.empty(), StoreFileFit.problem(version, List.of()));
    assertEquals(
        Optional.of("HBase " + version + " has no usable HFileBlock.getOffset"),
        StoreFileFit.problem(version, List.of("HFileBlock.getOffset")));
  }

  @Test
  void theKnownReleasesAreThoseOfTheVersionsFile() {
    assertEquals(Set.copyOf(TestedReleases.direct()), StoreFileFit.KNOWN_RELEASES);
  }

  @Test
  void thisVersionIsKnown() {
    assertEquals(Optional.empty(), StoreFileFit.problem());
    assertTrue(StoreFileFit.isGiven());
  }
}

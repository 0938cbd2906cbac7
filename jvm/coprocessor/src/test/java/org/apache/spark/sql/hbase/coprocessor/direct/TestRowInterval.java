package org.apache.spark.sql.hbase.coprocessor.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestRowInterval {
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        // region      scan start     scan stop      expected
        "''   , ''   , ''  , true , ''  , false, ''     , ''",
        "b    , d    , ''  , true , ''  , false, b      , d",
        "b    , d    , a   , true , e   , false, b      , d",
        "b    , d    , c   , true , cc  , false, c      , cc",
        "b    , d    , c   , false, cc  , true , c\\x00 , cc\\x00",
        "b    , ''   , ''  , true , z   , false, b      , z",
        "b    , ''   , c   , true , ''  , false, c      , ''",
        // A get.
        "b    , d    , c   , true , c   , true , c      , c\\x00",
        // The empty row key means an end of the table, whatever the flags say.
        "''   , ''   , ''  , false, ''  , true , ''     , ''",
        // The stop row itself lies just at the end of the region.
        "b    , d    , b   , true , d   , true , b      , d"
      })
  void isWhatIsLeftOfTheScanInTheRegion(
      String regionStart,
      String regionEnd,
      String start,
      boolean includeStart,
      String stop,
      boolean includeStop,
      String from,
      String to) {
    RegionInfo region =
        RegionInfoBuilder.newBuilder(TableName.valueOf("t"))
            .setStartKey(bytes(regionStart))
            .setEndKey(bytes(regionEnd))
            .build();
    Scan scan =
        new Scan().withStartRow(bytes(start), includeStart).withStopRow(bytes(stop), includeStop);

    RowInterval interval = RowInterval.of(scan, region);

    assertEquals(from, Bytes.toStringBinary(interval.from()));
    assertEquals(to, Bytes.toStringBinary(interval.to()));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}

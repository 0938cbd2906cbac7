package org.apache.spark.sql.hbase.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class TestSha256 {
  @Test
  void theDigestOfAbcIsThatOfFips180() throws IOException {
    byte[] abc = "abc".getBytes(StandardCharsets.US_ASCII);
    String digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assertEquals(digest, HexFormat.of().formatHex(Sha256.of(abc)));
    assertEquals(digest, Sha256.hexOf(new ByteArrayInputStream(abc)));
  }

  @Test
  void aStreamOfSeveralBuffersHasTheDigestOfItsBytes() throws IOException {
    byte[] bytes = new byte[200_000];
    bytes[199_999] = 1;
    assertEquals(
        HexFormat.of().formatHex(Sha256.of(bytes)), Sha256.hexOf(new ByteArrayInputStream(bytes)));
  }
}

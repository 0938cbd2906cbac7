package org.apache.spark.sql.hbase.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestEmbeddedOptions {
  @Test
  void readsEveryOption() {
    EmbeddedOptions options =
        parse(
            "--name a --data d --region-servers 3 --thrift --state-file s.json --stop-with-stdin --secure k --conf k=v=w --conf l=");

    assertEquals(
        new EmbeddedOptions(
            "a",
            Optional.of(Path.of("d")),
            3,
            true,
            Optional.of(Path.of("s.json")),
            true,
            Optional.of(Path.of("k")),
            Map.of("k", "v=w", "l", "")),
        options);
  }

  @Test
  void startsOneRegionServerWithTemporaryDataByDefault() {
    assertEquals(EmbeddedOptions.defaults(), EmbeddedOptions.parse(new String[0]));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--region-servers 0 | must be at least 1",
        "--region-servers two | expects a number",
        "--data | expects a value",
        "--conf novalue | expects KEY=VALUE",
        "--regionservers 2 | unknown option"
      })
  void explainsWhatIsWrong(String arguments, String expected) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> parse(arguments)).getMessage();

    assertTrue(message.contains(expected), message);
  }

  private static EmbeddedOptions parse(String arguments) {
    return EmbeddedOptions.parse(arguments.trim().split(" "));
  }
}

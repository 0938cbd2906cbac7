package org.apache.spark.sql.hbase.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.plan.SubPlans;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestRemoteError {
  private static final RemoteError TOO_SHORT =
      new RemoteError(
          ErrorCode.ROW_KEY_TOO_SHORT,
          "The row key ends inside a column.",
          RemoteError.valuesOf("column", "ts", "row", "\\x00\\x2A", "expectedBytes", 8));

  @Test
  void formatsOnOneLine() {
    assertEquals(
        "[SPARKSQL_HBASE.ROW_KEY_TOO_SHORT] The row key ends inside a column. column=ts row=\\x00\\x2A expectedBytes=8",
        TOO_SHORT.format());
  }

  @Test
  void isFoundInsideAStackTrace() {
    String trace =
        "org.apache.hadoop.hbase.DoNotRetryIOException: "
            + TOO_SHORT.format()
            + "\n\tat org.apache.hadoop.hbase.regionserver.RSRpcServices.scan(RSRpcServices.java:3)\n";
    assertEquals(Optional.of(TOO_SHORT), RemoteError.find(trace));
    assertEquals(Optional.of(TOO_SHORT), RemoteError.find(trace.replace("\n", "\r\n")));
  }

  @Test
  void isAbsentFromOtherTexts() {
    assertEquals(Optional.empty(), RemoteError.find(null));
    assertEquals(Optional.empty(), RemoteError.find("java.io.IOException: region is not online"));
    assertEquals(Optional.empty(), RemoteError.find("[SPARKSQL_HBASE.CUT_OFF"));
    assertEquals(Optional.empty(), RemoteError.find("[SPARKSQL_HBASE.CUT\n]"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "two words",
        "a=b",
        "\"quoted\"",
        "line\nbreak\r",
        "back\\slash \\n",
        "=",
        "é ∂"
      })
  void valuesSurviveAsTheyAre(String value) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("first", value);
    values.put("second", "2");
    RemoteError error =
        new RemoteError(ErrorCode.CORRUPT_VALUE, "A value does not decode.", values);
    RemoteError found = RemoteError.find("x: " + error.format()).orElseThrow();
    assertEquals(error, found);
    assertTrue(error.format().lines().count() == 1);
  }

  @Test
  void aSentenceWithoutValuesIsFoundWhole() {
    RemoteError error =
        new RemoteError(ErrorCode.SERVER_OVERLOADED, "No memory is left.", Map.of());
    assertEquals(Optional.of(error), RemoteError.find(error.format()));
  }

  @Test
  void aSentenceCannotPassForValues() {
    RemoteError error = new RemoteError(ErrorCode.INTERNAL_ERROR, "a\nb x=1", Map.of("k", "v"));
    assertEquals("a b x:1", error.sentence());
    assertEquals(Optional.of(error), RemoteError.find(error.format()));
  }

  @Test
  void aCodeOfALaterVersionIsAnInternalErrorThatNamesIt() {
    RemoteError found =
        RemoteError.find("[SPARKSQL_HBASE.NEWER_CODE] Something. k=v").orElseThrow();
    assertEquals(ErrorCode.INTERNAL_ERROR, found.code());
    assertEquals(Map.of("remoteCode", "NEWER_CODE", "k", "v"), found.values());
  }

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void everyCodeHasASqlStateOfFiveCharacters(ErrorCode code) {
    assertTrue(code.sqlState().matches("[0-9A-Z]{5}"), code.sqlState());
    assertEquals(code, ErrorCode.ofName(code.name()));
  }

  @Test
  void aPlanExceptionKeepsItsErrorThroughSerialization()
      throws IOException, ClassNotFoundException {
    PlanException thrown = assertThrows(PlanException.class, () -> SubPlans.parse(new byte[0]));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(thrown);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertEquals(thrown.error(), ((PlanException) in.readObject()).error());
    }
  }
}

package org.apache.spark.sql.hbase.client.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Map;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.junit.jupiter.api.Test;

class TestSubPlanException {
  /** A Spark executor sends its exceptions to the driver in this way. */
  @Test
  void codeAndValuesSurviveJavaSerialization() throws Exception {
    SubPlanException error =
        new SubPlanException(
            ErrorCode.CORRUPT_VALUE, "The value does not decode.", Map.of("row", "a b"));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(error);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      SubPlanException copy = (SubPlanException) in.readObject();
      assertEquals(error.code(), copy.code());
      assertEquals(error.values(), copy.values());
      assertEquals(error.getMessage(), copy.getMessage());
    }
  }
}

package org.apache.spark.sql.hbase.engine.error;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.apache.spark.sql.hbase.codec.ValueCodecs;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.value.ValueCodec;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.RemoteError;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.junit.jupiter.api.Test;

class TestEngineErrors {
  @Test
  void everyCodecErrorHasAnErrorCodeOfItsName() {
    for (CodecException.Code code : CodecException.Code.values()) {
      assertEquals(code.name(), ErrorCode.ofName(code.name()).name());
    }
  }

  @Test
  void aValueThatDoesNotDecodeKeepsItsWordsAndValues() {
    ValueCodec codec = ValueCodecs.of(SqlType.BIGINT, ValueEncoding.ORDERED);
    CodecException corrupt =
        assertThrows(CodecException.class, () -> codec.decode(new byte[3], 0, 3, null))
            .withColumn("v");
    RemoteError error = EngineErrors.describe(corrupt).orElseThrow();
    assertEquals(ErrorCode.CORRUPT_VALUE, error.code());
    assertEquals("v", error.values().get("column"));
    assertTrue(error.sentence().contains("written with another type"), error.sentence());
  }

  @Test
  void plansAndExpressionsDescribeThemselves() {
    PlanException refused =
        new PlanException(ErrorCode.UNSUPPORTED_FUNCTION, "No such function.", Map.of());
    assertEquals(refused.error(), EngineErrors.describe(refused).orElseThrow());
    EvaluationException failed =
        new EvaluationException(ErrorCode.DIVIDE_BY_ZERO, "Division by zero.", Map.of());
    assertEquals(failed.error(), EngineErrors.describe(failed).orElseThrow());
  }

  @Test
  void defectsOfOursAreNotDescribed() {
    assertTrue(EngineErrors.describe(new IllegalStateException("bug")).isEmpty());
  }
}

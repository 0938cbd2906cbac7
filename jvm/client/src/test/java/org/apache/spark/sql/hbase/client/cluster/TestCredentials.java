package org.apache.spark.sql.hbase.client.cluster;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import javax.security.sasl.SaslException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that Hadoop knows nothing of Kerberos for; ITSecureHBase has the others. */
class TestCredentials {
  @Test
  void aClusterThatAsksNobodyWhoHeIsNeedsNothing() {
    assertDoesNotThrow(() -> Credentials.check(new Configuration(false)));
  }

  @Test
  void aClientThatIsSetUpForHBaseAloneIsToldOfHadoop() {
    Configuration conf = new Configuration(false);
    conf.set("hbase.security.authentication", "kerberos");
    SubPlanException error = assertThrows(SubPlanException.class, () -> Credentials.check(conf));
    assertEquals(ErrorCode.NOT_AUTHENTICATED, error.code());
    assertTrue(
        error.getMessage().contains("hadoop.security.authentication to kerberos"),
        error.getMessage());
    assertEquals(System.getProperty("user.name"), error.values().get("user"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRefusalIsFoundAmongCauses(boolean isSasl) {
    IOException refusal =
        isSasl
            ? new SaslException("GSS initiate failed")
            : new AccessDeniedException("Authentication is required");
    IOException failure = new IOException("retries exhausted", new IOException("call", refusal));
    SubPlanException error =
        assertThrows(SubPlanException.class, () -> Credentials.checkAccepted(failure));
    assertEquals(ErrorCode.NOT_AUTHENTICATED, error.code());
    assertEquals(refusal.toString(), error.values().get("reason"));
  }

  @Test
  void otherFailuresAreNotOurs() {
    assertDoesNotThrow(
        () -> Credentials.checkAccepted(new IOException("x", new IOException("reset"))));
  }
}

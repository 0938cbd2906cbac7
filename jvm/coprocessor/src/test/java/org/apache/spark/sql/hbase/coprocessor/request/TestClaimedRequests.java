package org.apache.spark.sql.hbase.coprocessor.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Map;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.api.Test;

class TestClaimedRequests {
  private static final String ASKED = "asked";
  private static final byte[] VALUE = {1, 2};

  private final ClaimedRequests first = new ClaimedRequests();
  private final ClaimedRequests second = new ClaimedRequests();

  @Test
  void theFirstInstanceClaimsARequestAndTheSecondLetsItPass() {
    Scan scan = new Scan().setAttribute(ASKED, VALUE);
    assertEquals(VALUE, first.claim(scan, ASKED));
    assertNull(second.claim(scan, ASKED));
    assertEquals(VALUE, first.claimed(scan, ASKED));
    assertNull(second.claimed(scan, ASKED));
  }

  /** An older version looks for the attribute itself, in either hook. */
  @Test
  void nothingOfAClaimedRequestIsLeftForOtherVersions() {
    Scan scan = new Scan().setAttribute(ASKED, VALUE);
    first.claim(scan, ASKED);
    assertNull(scan.getAttribute(ASKED));
  }

  @Test
  void aRequestWithoutTheAttributeIsNobodys() {
    Scan scan = new Scan();
    assertNull(first.claim(scan, ASKED));
    assertNull(first.claimed(scan, ASKED));
    assertEquals(Map.of(), scan.getAttributesMap());
  }
}

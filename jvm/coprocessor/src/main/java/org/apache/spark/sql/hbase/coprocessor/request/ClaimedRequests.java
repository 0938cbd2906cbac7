package org.apache.spark.sql.hbase.coprocessor.request;

import java.util.UUID;
import org.apache.hadoop.hbase.client.OperationWithAttributes;

/**
 * The requests that one instance of the coprocessor answers. HBase may load the class twice for a
 * region, by a setting of the server and by the table. It has two class loaders then, and maybe two
 * versions. All instances see the same Scan or Get.
 *
 * <p>An instance claims a request in the hook before it: the public attribute moves to a name that
 * no client and no other instance knows. Every other instance, of whatever version, then sees an
 * ordinary request and lets it pass. Thread-safe.
 */
public final class ClaimedRequests {
  private final String prefix = "hbase.sparksql.claimed." + UUID.randomUUID() + ".";

  /**
   * Claims a request.
   *
   * @return the value of its attribute, null if it has none or another instance claimed it
   */
  public byte[] claim(OperationWithAttributes request, String attribute) {
    byte[] value = request.getAttribute(attribute);
    if (value != null) {
      request.setAttribute(attribute, null);
      request.setAttribute(prefix + attribute, value);
    }
    return value;
  }

  /** Value of the attribute of a request that this instance claimed, null for all others. */
  public byte[] claimed(OperationWithAttributes request, String attribute) {
    return request.getAttribute(prefix + attribute);
  }
}

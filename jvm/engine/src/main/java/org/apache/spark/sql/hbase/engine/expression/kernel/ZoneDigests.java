package org.apache.spark.sql.hbase.engine.expression.kernel;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.time.zone.ZoneRulesProvider;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.sql.hbase.codec.value.TimestampText;

/**
 * Digests of the rules of time zones (docs/FORMAT.md, "Rules of Java"). They are equal where all
 * local times are equal, whatever the version of the zone database is called. Thread-safe.
 */
public final class ZoneDigests {
  /**
   * The years 2101 to 2128 hold every kind of year. So later ones repeat what was seen, and no zone
   * has single changes as late as these.
   */
  private static final Instant END = Instant.parse("2129-01-01T00:00:00Z");

  /** Only zones of the zone database are kept, so the number of entries is bounded by it. */
  private static final Map<String, Long> BY_ZONE = new ConcurrentHashMap<>();

  private ZoneDigests() {}

  /** Computes the digest of all zones once; takes some 100 ms. */
  private static final class All {
    private static final long DIGEST = compute();

    private static long compute() {
      Digest digest = new Digest("zones");
      for (String id : new TreeSet<>(ZoneId.getAvailableZoneIds())) {
        digest.text(id).number(ofRegion(id));
      }
      for (Map.Entry<String, String> name : new TreeMap<>(ZoneId.SHORT_IDS).entrySet()) {
        digest.text(name.getKey()).text(name.getValue());
      }
      return digest.value();
    }
  }

  /** The digest of all zones that this Java knows, and of its short names. */
  public static long ofAll() {
    return All.DIGEST;
  }

  /** The digest of a zone; 0 for an offset, and for a name that this Java does not know. */
  public static long of(String name) {
    if (name.isEmpty() || TimestampText.isOffset(name)) {
      return 0;
    }
    try {
      return ofRegion(ZoneId.of(name).getId());
    } catch (DateTimeException e) {
      return 0;
    }
  }

  private static long ofRegion(String id) {
    return BY_ZONE.computeIfAbsent(id, known -> of(ZoneId.of(known).getRules()));
  }

  static long of(ZoneRules rules) {
    int offset = rules.getOffset(Instant.MIN).getTotalSeconds();
    Digest digest = new Digest("zone").number(offset);
    ZoneOffsetTransition next = rules.nextTransition(Instant.MIN);
    while (next != null && next.getInstant().isBefore(END)) {
      int after = next.getOffsetAfter().getTotalSeconds();
      if (after != offset) {
        digest.number(next.toEpochSecond()).number(after);
        offset = after;
      }
      next = rules.nextTransition(next.getInstant());
    }
    return digest.value();
  }

  /** The version of the zone database, such as {@code 2024a}, for people. */
  public static String databaseVersion() {
    return ZoneId.getAvailableZoneIds().stream()
        .findAny()
        .map(id -> ZoneRulesProvider.getVersions(id).lastKey())
        .orElse("none");
  }

  /** The first eight bytes of a SHA-256, as a number. */
  public static final class Digest {
    private final MessageDigest sha256;

    public Digest(String subject) {
      sha256 = newSha256();
      text(subject);
    }

    private static MessageDigest newSha256() {
      try {
        return MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java has SHA-256", e);
      }
    }

    /** Adds UTF-8 and a zero byte. */
    public Digest text(String text) {
      sha256.update(text.getBytes(StandardCharsets.UTF_8));
      sha256.update((byte) 0);
      return this;
    }

    /** Adds eight bytes, most significant first. */
    public Digest number(long number) {
      sha256.update(ByteBuffer.allocate(Long.BYTES).putLong(0, number));
      return this;
    }

    public long value() {
      return ByteBuffer.wrap(sha256.digest()).getLong();
    }
  }
}

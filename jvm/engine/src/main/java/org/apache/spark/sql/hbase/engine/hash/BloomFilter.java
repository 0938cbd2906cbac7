package org.apache.spark.sql.hbase.engine.hash;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.Optional;

/**
 * Spark's Bloom filter over BIGINT, in both of Spark's serialized forms. All numbers are
 * big-endian:
 *
 * <pre>
 * INT version, 1 or 2 | INT hash functions | INT seed, version 2 only | INT words | words of 64 bits
 * </pre>
 *
 * Immutable and thread-safe.
 */
public final class BloomFilter {
  /** Spark's own filters have about 10; each costs time for every row. */
  static final int MAX_HASH_FUNCTIONS = 128;

  /** A filter of fewer words is as good as free. */
  private static final int SMALL_WORDS = 128;

  /** A folded filter has at most one set bit in so many, so that hardly any value passes. */
  private static final int SPARSE = 4;

  private final int version;
  private final int hashFunctions;
  private final int seed;
  private final long[] words;

  private BloomFilter(int version, int hashFunctions, int seed, long[] words) {
    this.version = version;
    this.hashFunctions = hashFunctions;
    this.seed = seed;
    this.words = words;
  }

  /** Empty if the bytes are not those of a filter. They may come from anyone. */
  public static Optional<BloomFilter> parse(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    if (in.remaining() < 2 * Integer.BYTES) {
      return Optional.empty();
    }
    int version = in.getInt();
    int hashFunctions = in.getInt();
    if ((version != 1 && version != 2)
        || hashFunctions < 1
        || hashFunctions > MAX_HASH_FUNCTIONS
        || in.remaining() < version * Integer.BYTES) {
      return Optional.empty();
    }
    int seed = version == 2 ? in.getInt() : 0;
    int wordCount = in.getInt();
    if (wordCount < 1 || in.remaining() != (long) wordCount * Long.BYTES) {
      return Optional.empty();
    }
    LongBuffer source = in.asLongBuffer();
    long[] words = new long[wordCount];
    source.get(words);
    return Optional.of(new BloomFilter(version, hashFunctions, seed, words));
  }

  /** False only if the value was not put into the filter. */
  public boolean mightContain(long value) {
    int high = Murmur3.hashLong(value, seed);
    int low = Murmur3.hashLong(value, high);
    return version == 1 ? hasAllBits(high, low) : hasAllBitsOfVersion2(high, low);
  }

  private boolean hasAllBits(int high, int low) {
    long bits = (long) words.length * Long.SIZE;
    for (int i = 1; i <= hashFunctions; i++) {
      int hash = high + i * low;
      if (!isSet((hash < 0 ? ~hash : hash) % bits)) {
        return false;
      }
    }
    return true;
  }

  private boolean hasAllBitsOfVersion2(int high, int low) {
    long bits = (long) words.length * Long.SIZE;
    long hash = (long) high * Integer.MAX_VALUE;
    for (int i = 0; i < hashFunctions; i++) {
      hash += low;
      if (!isSet((hash < 0 ? ~hash : hash) % bits)) {
        return false;
      }
    }
    return true;
  }

  private boolean isSet(long bit) {
    return (words[(int) (bit >>> 6)] & 1L << bit) != 0;
  }

  /**
   * A filter that contains all that this one does, and little more, in fewer bytes. One half of the
   * bits is laid over the other, as positions are taken modulo their number. Again, as long as few
   * are set.
   */
  public BloomFilter folded() {
    BloomFilter filter = this;
    while (filter.isFoldable()) {
      filter = filter.half();
    }
    return filter;
  }

  private boolean isFoldable() {
    if (words.length % 2 != 0 || words.length <= SMALL_WORDS) {
      return false;
    }
    return setBits() * SPARSE <= words.length / 2L * Long.SIZE;
  }

  /** About how many different values were put in, by the bits that are set. */
  public long approximateCount() {
    double bits = (double) words.length * Long.SIZE;
    return Math.round(-Math.log1p(-setBits() / bits) * bits / hashFunctions);
  }

  private long setBits() {
    long set = 0;
    for (long word : words) {
      set += Long.bitCount(word);
    }
    return set;
  }

  private BloomFilter half() {
    long[] half = new long[words.length / 2];
    for (int i = 0; i < half.length; i++) {
      half[i] = words[i] | words[half.length + i];
    }
    return new BloomFilter(version, hashFunctions, seed, half);
  }

  /** In the serialized form of its version. */
  public byte[] toByteArray() {
    ByteBuffer out = ByteBuffer.allocate((2 + version) * Integer.BYTES + words.length * Long.BYTES);
    out.putInt(version).putInt(hashFunctions);
    if (version == 2) {
      out.putInt(seed);
    }
    out.putInt(words.length);
    out.asLongBuffer().put(words);
    return out.array();
  }
}

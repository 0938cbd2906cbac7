package org.apache.spark.sql.hbase.engine.hash;

/** A hash function of single values. What {@code long} is here has 32 bits in {@link #MURMUR_3}. */
enum ValueHash {
  XX_HASH_64 {
    @Override
    long ofInt(int value, long seed) {
      return XxHash64.hashInt(value, seed);
    }

    @Override
    long ofLong(long value, long seed) {
      return XxHash64.hashLong(value, seed);
    }

    @Override
    long ofBytes(byte[] bytes, int offset, int length, long seed) {
      return XxHash64.hashBytes(bytes, offset, length, seed);
    }
  },

  MURMUR_3 {
    @Override
    long ofInt(int value, long seed) {
      return Murmur3.hashInt(value, (int) seed);
    }

    @Override
    long ofLong(long value, long seed) {
      return Murmur3.hashLong(value, (int) seed);
    }

    @Override
    long ofBytes(byte[] bytes, int offset, int length, long seed) {
      return Murmur3.hashBytes(bytes, offset, length, (int) seed);
    }
  };

  abstract long ofInt(int value, long seed);

  abstract long ofLong(long value, long seed);

  abstract long ofBytes(byte[] bytes, int offset, int length, long seed);
}

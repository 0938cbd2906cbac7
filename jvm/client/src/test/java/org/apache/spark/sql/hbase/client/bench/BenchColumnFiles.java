package org.apache.spark.sql.hbase.client.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A prototype of files that keep remembered columns on disk: columns of numbers in stretches of
 * 1,024 rows, packed as in memory. The chunk of a column in 64 stretches is one positional read.
 * Prints one line of JSON for the columns of each query: bytes, and milliseconds to have them in
 * arrays again, with one thread. Started by {@code tests/bench/cold_reads.py}.
 */
public final class BenchColumnFiles {
  private static final int STRETCH_ROWS = 1024;
  private static final int STRETCHES = 64;
  private static final int WARM_UPS = 20;
  private static final int ROUNDS = 20;
  private static final double NANOS_PER_MILLI = 1e6;

  /** The numbers of the table of {@code bench cold}. A text of a list is its place there. */
  private static final Map<String, LongUnaryOperator> COLUMNS =
      new TreeMap<>(
          Map.of(
              "l1", id -> id % 11,
              "l2", id -> id % 50,
              "l4", id -> id % 100_000,
              "l5", id -> id % 10,
              "f1", id -> Double.doubleToRawLongBits(id % 1000 / 8.0),
              "f2", id -> Double.doubleToRawLongBits(id % 100 / 4.0),
              "d1", id -> 8035 + id % 2557,
              "s1", id -> id % 3,
              "s2", id -> id % 2));

  private static final Map<String, List<String>> QUERIES =
      new TreeMap<>(
          Map.of(
              "q6", List.of("d1", "l1", "l2", "l4", "l5"),
              "q1", List.of("d1", "f1", "f2", "l2", "l4", "s1", "s2")));

  /** The place of a chunk in the file, and its length, in bytes. */
  private record Chunk(long offset, int length) {}

  private BenchColumnFiles() {}

  /**
   * @param arguments address of a file to write, and number of rows
   */
  public static void main(String[] arguments) throws IOException {
    Path path = new Path(arguments[0]);
    int rows = Integer.parseInt(arguments[1]);
    Configuration conf = new Configuration();
    conf.set("dfs.replication", "1");
    FileSystem files = path.getFileSystem(conf);
    Map<String, Chunk[]> chunks = write(files, path, rows);
    for (Map.Entry<String, List<String>> query : QUERIES.entrySet()) {
      long bytes = 0;
      for (String column : query.getValue()) {
        bytes += Arrays.stream(chunks.get(column)).mapToLong(Chunk::length).sum();
      }
      System.out.printf(
          Locale.ROOT,
          "{\"query\": \"%s\", \"bytes\": %d, \"millis\": %.1f}%n",
          query.getKey(),
          bytes,
          meanMillis(files, path, query.getValue(), chunks, rows));
    }
  }

  private static Map<String, Chunk[]> write(FileSystem files, Path path, int rows)
      throws IOException {
    int groupRows = STRETCH_ROWS * STRETCHES;
    int groups = (rows + groupRows - 1) / groupRows;
    Map<String, Chunk[]> chunks = new TreeMap<>();
    try (FSDataOutputStream out = files.create(path, true)) {
      for (int group = 0; group < groups; group++) {
        for (Map.Entry<String, LongUnaryOperator> column : COLUMNS.entrySet()) {
          long from = out.getPos();
          int end = Math.min(rows, (group + 1) * groupRows);
          for (int row = group * groupRows; row < end; row += STRETCH_ROWS) {
            pack(out, column.getValue(), row, Math.min(end, row + STRETCH_ROWS));
          }
          Chunk chunk = new Chunk(from, (int) (out.getPos() - from));
          chunks.computeIfAbsent(column.getKey(), name -> new Chunk[groups])[group] = chunk;
        }
      }
    }
    return chunks;
  }

  /** Smallest number, bytes of a distance, number of rows, distances. */
  private static void pack(FSDataOutputStream out, LongUnaryOperator numbers, int from, int end)
      throws IOException {
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    for (int row = from; row < end; row++) {
      least = Math.min(least, numbers.applyAsLong(row));
      most = Math.max(most, numbers.applyAsLong(row));
    }
    int bits = Long.SIZE - Long.numberOfLeadingZeros(most - least);
    int width = bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
    out.writeLong(least);
    out.writeInt(width);
    out.writeInt(end - from);
    for (int row = from; row < end; row++) {
      long distance = numbers.applyAsLong(row) - least;
      switch (width) {
        case 1 -> out.writeByte((int) distance);
        case 2 -> out.writeShort((int) distance);
        case 4 -> out.writeInt((int) distance);
        default -> out.writeLong(distance);
      }
    }
  }

  /** A DataNode that sends slowly does so in bursts, so the median would say too little. */
  private static double meanMillis(
      FileSystem files, Path path, List<String> columns, Map<String, Chunk[]> chunks, int rows)
      throws IOException {
    long start = 0;
    for (int round = -WARM_UPS; round < ROUNDS; round++) {
      start = round == 0 ? System.nanoTime() : start;
      long found = 0;
      try (FSDataInputStream in = files.open(path)) {
        for (int group = 0; group < chunks.get(columns.get(0)).length; group++) {
          for (String column : columns) {
            found += read(in, chunks.get(column)[group]);
          }
        }
      }
      if (found != (long) rows * columns.size()) {
        throw new IllegalStateException("values read: " + found);
      }
    }
    return (System.nanoTime() - start) / NANOS_PER_MILLI / ROUNDS;
  }

  /** Number of values, each in an array by then. */
  private static int read(FSDataInputStream in, Chunk chunk) throws IOException {
    byte[] bytes = new byte[chunk.length()];
    in.readFully(chunk.offset(), bytes);
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    int values = 0;
    while (buffer.hasRemaining()) {
      buffer.getLong();
      int width = buffer.getInt();
      int count = buffer.getInt();
      switch (width) {
        case 1 -> buffer.get(new byte[count]);
        case 2 -> buffer.asShortBuffer().get(new short[count]);
        case 4 -> buffer.asIntBuffer().get(new int[count]);
        default -> buffer.asLongBuffer().get(new long[count]);
      }
      if (width > 1) {
        buffer.position(buffer.position() + count * width);
      }
      values += count;
    }
    return values;
  }
}

package org.apache.spark.sql.hbase.wire;

import com.google.protobuf.InvalidProtocolBufferException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.apache.spark.sql.hbase.wire.proto.FrameHeader;
import org.apache.spark.sql.hbase.wire.proto.Payload;

/**
 * The value of the only cell in an HBase Result of a sub-plan scan. Integers are big-endian.
 *
 * <pre>
 *   'S' 'Q' 'H' 'F'   u8 version = 1
 *   u32 header length   header (protobuf FrameHeader)
 *   u32 body length     body (Arrow IPC stream of one batch)
 *   u32 CRC32C of everything before it
 * </pre>
 *
 * <p>Immutable by agreement: nobody changes the array behind {@code body}.
 *
 * @param body an Arrow stream as {@link ArrowBatches} writes it
 */
public record ResultFrame(FrameHeader header, ByteSlice body) {
  public static final int VERSION = 1;

  private static final byte[] MAGIC = {'S', 'Q', 'H', 'F'};
  private static final int MIN_BYTES = MAGIC.length + 1 + 4 + 4 + 4;

  public ResultFrame {
    Objects.requireNonNull(header, "header");
    Objects.requireNonNull(body, "body");
  }

  public ResultFrame(FrameHeader header, byte[] body) {
    this(header, ByteSlice.of(body));
  }

  /** Whether the bytes start as a frame of any version does. */
  private static boolean isFrame(ByteSlice bytes) {
    int from = bytes.offset();
    return bytes.length() >= MAGIC.length
        && Arrays.equals(bytes.array(), from, from + MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  /**
   * Frame of a header and the rows of a batch; the same as writing the batch and {@link #encode()}.
   */
  public static byte[] encode(
      FrameHeader header, List<String> names, List<ArrowColumn> columns, int rows) {
    ArrowStreamWriter body = ArrowBatches.writer(names, columns, rows);
    return encode(header, body.size(), body::writeTo);
  }

  public byte[] encode() {
    return encode(
        header, body.length(), out -> out.put(body.array(), body.offset(), body.length()));
  }

  private static byte[] encode(FrameHeader header, long bodyBytes, Consumer<ByteBuffer> body) {
    byte[] headerBytes = header.toByteArray();
    int size = Math.toIntExact(MIN_BYTES + headerBytes.length + bodyBytes);
    ByteBuffer out = ByteBuffer.allocate(size);
    out.put(MAGIC).put((byte) VERSION);
    out.putInt(headerBytes.length).put(headerBytes);
    out.putInt((int) bodyBytes);
    body.accept(out);
    out.putInt(crc32c(out.array(), 0, size - 4));
    return out.array();
  }

  /** As {@link #decode(ByteSlice)}, from a whole array. */
  public static ResultFrame decode(byte[] bytes) {
    return decode(ByteSlice.of(bytes));
  }

  /**
   * @return a frame whose body shares {@code bytes}
   * @throws FrameException if the bytes are not a frame of this version, are damaged, or the header
   *     lacks what every frame says
   */
  public static ResultFrame decode(ByteSlice bytes) {
    require(isFrame(bytes), "The bytes are not a result frame.", bytes, "no magic");
    require(bytes.length() >= MIN_BYTES, "The frame is cut off.", bytes, "too short");
    ByteBuffer in = ByteBuffer.wrap(bytes.array(), bytes.offset(), bytes.length()).slice();
    int version = Byte.toUnsignedInt(in.get(MAGIC.length));
    require(
        version == VERSION,
        "The frame has a version that this client does not know.",
        bytes,
        "version " + version);
    int end = bytes.length() - 4;
    int computed = crc32c(bytes.array(), bytes.offset(), end);
    require(in.getInt(end) == computed, "The frame is damaged.", bytes, "checksum");
    in.position(MAGIC.length + 1).limit(end);
    ByteSlice header = section(in, bytes);
    ByteSlice body = section(in, bytes);
    require(!in.hasRemaining(), "The frame is damaged.", bytes, "bytes after the body");
    return new ResultFrame(parseHeader(header), body);
  }

  /**
   * The rows of the frame.
   *
   * @throws FrameException if the body is malformed or has another row count than the header says
   */
  public ArrowBatch batch() {
    ArrowBatch batch = ArrowBatches.read(body.array(), body.offset(), body.length());
    if (batch.rowCount() != header.getRowCount()) {
      throw new FrameException(
          "The frame's header and its body disagree on the number of rows.",
          "header",
          header.getRowCount(),
          "body",
          batch.rowCount());
    }
    return batch;
  }

  private static ByteSlice section(ByteBuffer in, ByteSlice bytes) {
    require(in.remaining() >= 4, "The frame is cut off.", bytes, "no length");
    int length = in.getInt();
    require(
        length >= 0 && length <= in.remaining(),
        "The frame is damaged.",
        bytes,
        "a length beyond its end");
    ByteSlice section = new ByteSlice(bytes.array(), bytes.offset() + in.position(), length);
    in.position(in.position() + length);
    return section;
  }

  private static FrameHeader parseHeader(ByteSlice bytes) {
    FrameHeader header;
    try {
      header = FrameHeader.parser().parseFrom(bytes.array(), bytes.offset(), bytes.length());
    } catch (InvalidProtocolBufferException e) {
      throw new FrameException("The frame's header does not parse.", "problem", e.getMessage());
    }
    // Unknown fields are let through: what changes the meaning of a frame changes its version.
    requireHeader(header.getPlanHash().size() == PlanHash.LENGTH, "plan_hash");
    requireHeader(isKnown(header.getPayload()), "payload");
    requireHeader(StopReasons.isKnown(header.getStopReason()), "stop_reason");
    requireHeader(
        header.getRowCount() >= 0 && header.getRowCount() <= Integer.MAX_VALUE, "row_count");
    return header;
  }

  private static boolean isKnown(Payload payload) {
    return payload != Payload.UNRECOGNIZED && payload != Payload.PAYLOAD_UNSPECIFIED;
  }

  private static int crc32c(byte[] bytes, int offset, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, offset, length);
    return (int) checksum.getValue();
  }

  private static void require(boolean condition, String sentence, ByteSlice bytes, String problem) {
    if (!condition) {
      throw new FrameException(sentence, "problem", problem, "bytes", bytes.length());
    }
  }

  private static void requireHeader(boolean condition, String field) {
    if (!condition) {
      throw new FrameException(
          "The frame's header lacks a field or has a value that is not legal.", "field", field);
    }
  }
}

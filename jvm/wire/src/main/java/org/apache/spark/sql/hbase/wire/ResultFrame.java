package org.apache.spark.sql.hbase.wire;

import com.google.protobuf.InvalidProtocolBufferException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.apache.spark.sql.hbase.wire.proto.FrameHeader;
import org.apache.spark.sql.hbase.wire.proto.Payload;
import org.apache.spark.sql.hbase.wire.proto.StopReason;

/**
 * What one HBase Result of a sub-plan scan holds as the value of its only cell. Integers are
 * big-endian.
 *
 * <pre>
 *   'S' 'Q' 'H' 'F'   u8 version = 1
 *   u32 header length   header (protobuf FrameHeader)
 *   u32 body length     body (Arrow IPC stream of one batch)
 *   u32 CRC32C of everything before it
 * </pre>
 *
 * <p>Immutable by agreement: nobody changes {@code body}.
 *
 * @param body an Arrow stream as {@link ArrowBatches} writes it
 */
public record ResultFrame(FrameHeader header, byte[] body) {
  public static final int VERSION = 1;

  private static final byte[] MAGIC = {'S', 'Q', 'H', 'F'};
  private static final int MIN_BYTES = MAGIC.length + 1 + 4 + 4 + 4;

  public ResultFrame {
    Objects.requireNonNull(header, "header");
    Objects.requireNonNull(body, "body");
  }

  /**
   * True when the bytes start as a frame of any version does; raw cells of a table do not pass as
   * frames by this alone.
   */
  public static boolean isFrame(byte[] bytes) {
    return bytes.length >= MAGIC.length
        && Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  public byte[] encode() {
    byte[] headerBytes = header.toByteArray();
    int size = Math.toIntExact((long) MIN_BYTES + headerBytes.length + body.length);
    ByteBuffer out = ByteBuffer.allocate(size);
    out.put(MAGIC).put((byte) VERSION);
    out.putInt(headerBytes.length).put(headerBytes);
    out.putInt(body.length).put(body);
    out.putInt(crc32c(out.array(), size - 4));
    return out.array();
  }

  /**
   * @throws FrameException if the bytes are not a frame of this version, are damaged, or the header
   *     lacks what every frame says
   */
  public static ResultFrame decode(byte[] bytes) {
    require(isFrame(bytes), "The bytes are not a result frame.", bytes, "no magic");
    require(bytes.length >= MIN_BYTES, "The frame is cut off.", bytes, "too short");
    int version = Byte.toUnsignedInt(bytes[MAGIC.length]);
    require(
        version == VERSION,
        "The frame has a version that this client does not know.",
        bytes,
        "version " + version);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    int stored = in.getInt(bytes.length - 4);
    require(stored == crc32c(bytes, bytes.length - 4), "The frame is damaged.", bytes, "checksum");
    in.position(MAGIC.length + 1).limit(bytes.length - 4);
    byte[] headerBytes = section(in, bytes);
    byte[] body = section(in, bytes);
    require(!in.hasRemaining(), "The frame is damaged.", bytes, "bytes after the body");
    return new ResultFrame(parseHeader(headerBytes), body);
  }

  /**
   * The rows of the frame.
   *
   * @throws FrameException if the body is malformed or has another row count than the header says
   */
  public ArrowBatch batch() {
    ArrowBatch batch = ArrowBatches.read(body, 0, body.length);
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

  private static byte[] section(ByteBuffer in, byte[] bytes) {
    require(in.remaining() >= 4, "The frame is cut off.", bytes, "no length");
    int length = in.getInt();
    require(
        length >= 0 && length <= in.remaining(),
        "The frame is damaged.",
        bytes,
        "a length beyond its end");
    byte[] section = new byte[length];
    in.get(section);
    return section;
  }

  private static FrameHeader parseHeader(byte[] bytes) {
    FrameHeader header;
    try {
      header = FrameHeader.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new FrameException("The frame's header does not parse.", "problem", e.getMessage());
    }
    // Unknown fields are let through: what changes the meaning of a frame changes its version.
    requireHeader(header.getPlanHash().size() == PlanHash.LENGTH, "plan_hash");
    requireHeader(isKnown(header.getPayload()), "payload");
    requireHeader(isKnown(header.getStopReason()), "stop_reason");
    requireHeader(
        header.getRowCount() >= 0 && header.getRowCount() <= Integer.MAX_VALUE, "row_count");
    return header;
  }

  private static boolean isKnown(Payload payload) {
    return payload != Payload.UNRECOGNIZED && payload != Payload.PAYLOAD_UNSPECIFIED;
  }

  private static boolean isKnown(StopReason reason) {
    return reason != StopReason.UNRECOGNIZED && reason != StopReason.STOP_REASON_UNSPECIFIED;
  }

  private static int crc32c(byte[] bytes, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, length);
    return (int) checksum.getValue();
  }

  private static void require(boolean condition, String sentence, byte[] bytes, String problem) {
    if (!condition) {
      throw new FrameException(sentence, "problem", problem, "bytes", bytes.length);
    }
  }

  private static void requireHeader(boolean condition, String field) {
    if (!condition) {
      throw new FrameException(
          "The frame's header lacks a field or has a value that is not legal.", "field", field);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ResultFrame that
        && header.equals(that.header)
        && Arrays.equals(body, that.body);
  }

  @Override
  public int hashCode() {
    return 31 * header.hashCode() + Arrays.hashCode(body);
  }

  @Override
  public String toString() {
    return "ResultFrame[header=" + header + ", body=" + body.length + " bytes]";
  }
}

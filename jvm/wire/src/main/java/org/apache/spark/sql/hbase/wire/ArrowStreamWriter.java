package org.apache.spark.sql.hbase.wire;

import com.google.flatbuffers.FlatBufferBuilder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flatbuf.Schema;

/**
 * Writes one Arrow IPC stream.
 *
 * <pre>
 *   message: 0xFFFFFFFF, int32 size of the metadata with its padding, metadata (flatbuffer), body
 *   stream:  schema message, record batch message, 0xFFFFFFFF 0x00000000
 * </pre>
 *
 * <p>Everything is little-endian; metadata and each buffer of the body are padded to 8 bytes.
 */
final class ArrowStreamWriter {
  static final int CONTINUATION = -1;
  static final int PREFIX_BYTES = 8;

  private final List<ByteSlice> buffers;
  private final ByteBuffer schema;
  private final ByteBuffer batch;

  ArrowStreamWriter(List<String> names, List<ArrowColumn> columns, int rows) {
    buffers = buffers(columns);
    schema = schemaMessage(names, columns);
    batch = batchMessage(columns, buffers, rows);
  }

  /** Bytes of the stream. */
  long size() {
    long metadata = padded(schema.remaining()) + padded(batch.remaining());
    return 3L * PREFIX_BYTES + metadata + bodyBytes(buffers);
  }

  /** Puts {@link #size} bytes at the buffer's position; those that it skips are zero already. */
  void writeTo(ByteBuffer target) {
    ByteBuffer out = target.slice().order(ByteOrder.LITTLE_ENDIAN);
    putMetadata(out, schema.duplicate());
    putMetadata(out, batch.duplicate());
    for (ByteSlice buffer : buffers) {
      int next = out.position() + (int) padded(buffer.length());
      out.put(buffer.array(), buffer.offset(), buffer.length());
      out.position(next);
    }
    out.putInt(CONTINUATION).putInt(0);
    target.position(target.position() + out.position());
  }

  private static void putMetadata(ByteBuffer out, ByteBuffer metadata) {
    int size = (int) padded(metadata.remaining());
    out.putInt(CONTINUATION).putInt(size);
    int next = out.position() + size;
    out.put(metadata);
    out.position(next);
  }

  private static long padded(long bytes) {
    return (bytes + 7) & ~7L;
  }

  private static long bodyBytes(List<ByteSlice> buffers) {
    long bytes = 0;
    for (ByteSlice buffer : buffers) {
      bytes += padded(buffer.length());
    }
    return bytes;
  }

  /** Per column: validity (empty without NULL), offsets where the width varies, data. */
  private static List<ByteSlice> buffers(List<ArrowColumn> columns) {
    List<ByteSlice> buffers = new ArrayList<>(3 * columns.size());
    for (ArrowColumn column : columns) {
      buffers.add(column.nullCount() == 0 ? ByteSlice.EMPTY : column.validity());
      if (column.offsets() != null) {
        buffers.add(column.offsets());
      }
      buffers.add(column.data());
    }
    return buffers;
  }

  private static ByteBuffer schemaMessage(List<String> names, List<ArrowColumn> columns) {
    FlatBufferBuilder builder = new FlatBufferBuilder();
    int[] fields = new int[columns.size()];
    for (int i = 0; i < fields.length; i++) {
      ArrowColumn column = columns.get(i);
      int name = builder.createString(names.get(i));
      int type = ArrowTypes.write(builder, column.type());
      int children = Field.createChildrenVector(builder, new int[0]);
      byte union = ArrowTypes.union(column.type().getKind());
      fields[i] = Field.createField(builder, name, true, union, type, 0, children, 0);
    }
    int vector = Schema.createFieldsVector(builder, fields);
    int schema = Schema.createSchema(builder, Endianness.Little, vector, 0, 0);
    return message(builder, MessageHeader.Schema, schema, 0);
  }

  private static ByteBuffer batchMessage(
      List<ArrowColumn> columns, List<ByteSlice> buffers, int rows) {
    FlatBufferBuilder builder = new FlatBufferBuilder();
    // Flatbuffers grow downwards: vectors of structs are written from their last element.
    long position = bodyBytes(buffers);
    long bodyBytes = position;
    RecordBatch.startBuffersVector(builder, buffers.size());
    for (int i = buffers.size() - 1; i >= 0; i--) {
      position -= padded(buffers.get(i).length());
      Buffer.createBuffer(builder, position, buffers.get(i).length());
    }
    int bufferVector = builder.endVector();
    RecordBatch.startNodesVector(builder, columns.size());
    for (int i = columns.size() - 1; i >= 0; i--) {
      FieldNode.createFieldNode(builder, columns.get(i).length(), columns.get(i).nullCount());
    }
    int nodeVector = builder.endVector();
    int batch = RecordBatch.createRecordBatch(builder, rows, nodeVector, bufferVector, 0, 0);
    return message(builder, MessageHeader.RecordBatch, batch, bodyBytes);
  }

  private static ByteBuffer message(
      FlatBufferBuilder builder, byte headerType, int header, long bodyBytes) {
    int message =
        Message.createMessage(builder, MetadataVersion.V5, headerType, header, bodyBytes, 0);
    builder.finish(message);
    return builder.dataBuffer();
  }
}

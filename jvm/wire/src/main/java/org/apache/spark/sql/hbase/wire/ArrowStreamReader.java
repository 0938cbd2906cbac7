package org.apache.spark.sql.hbase.wire;

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
import org.apache.spark.sql.hbase.wire.proto.DataType;

/** Reads one stream of {@link ArrowStreamWriter}, trusting nothing in it. For one use. */
final class ArrowStreamReader {
  private final ByteSlice stream;
  private final ByteBuffer in;
  private final List<String> names = new ArrayList<>();
  private final List<DataType> types = new ArrayList<>();

  ArrowStreamReader(ByteSlice stream) {
    this.stream = stream;
    this.in = ByteBuffer.wrap(stream.array(), stream.offset(), stream.length()).slice();
    this.in.order(ByteOrder.LITTLE_ENDIAN);
  }

  ArrowBatch read() {
    try {
      readSchema(nextMessage(MessageHeader.Schema));
      Message message = nextMessage(MessageHeader.RecordBatch);
      long bodyBytes = message.bodyLength();
      require(bodyBytes >= 0 && bodyBytes <= in.remaining(), "the body is cut off");
      int bodyStart = stream.offset() + in.position();
      ArrowBatch batch =
          readBatch(message, new ByteSlice(stream.array(), bodyStart, (int) bodyBytes));
      in.position(in.position() + (int) bodyBytes);
      require(metadataSize() == 0 && !in.hasRemaining(), "it does not end after its first batch");
      return batch;
    } catch (FrameException e) {
      throw e;
    } catch (RuntimeException e) {
      // Flatbuffers has no verifier in Java: positions that point outside the metadata end in one
      // of several unchecked exceptions. They cannot reach other memory, the buffer is a slice of
      // the metadata.
      throw malformed(e.toString());
    }
  }

  private int metadataSize() {
    require(in.remaining() >= ArrowStreamWriter.PREFIX_BYTES, "a message is cut off");
    require(
        in.getInt() == ArrowStreamWriter.CONTINUATION, "a message does not start with its mark");
    return in.getInt();
  }

  private Message nextMessage(byte headerType) {
    int size = metadataSize();
    require(size > 0 && size <= in.remaining(), "the metadata is cut off");
    ByteBuffer metadata = in.slice().order(ByteOrder.LITTLE_ENDIAN);
    metadata.limit(size);
    in.position(in.position() + size);
    Message message = Message.getRootAsMessage(metadata);
    require(message.version() == MetadataVersion.V5, "another metadata version");
    require(message.headerType() == headerType, "messages of another kind or order");
    require(
        headerType == MessageHeader.RecordBatch || message.bodyLength() == 0,
        "a schema with a body");
    return message;
  }

  private void readSchema(Message message) {
    Schema schema = (Schema) message.header(new Schema());
    require(schema.endianness() == Endianness.Little, "big-endian buffers");
    int count = schema.fieldsLength();
    require(count >= 0 && count <= ArrowBatch.MAX_COLUMNS, "too many fields");
    for (int i = 0; i < count; i++) {
      Field field = schema.fields(i);
      require(
          field.dictionary() == null && field.childrenLength() == 0, "nested or dictionary fields");
      names.add(field.name());
      types.add(ArrowTypes.read(field));
    }
  }

  private ArrowBatch readBatch(Message message, ByteSlice body) {
    RecordBatch batch = (RecordBatch) message.header(new RecordBatch());
    require(batch.compression() == null, "compressed buffers");
    require(batch.length() >= 0 && batch.length() <= Integer.MAX_VALUE, "the row count");
    require(batch.nodesLength() == types.size(), "the number of columns");
    int rows = (int) batch.length();
    List<ArrowColumn> columns = new ArrayList<>(types.size());
    int nextBuffer = 0;
    for (int i = 0; i < types.size(); i++) {
      DataType type = types.get(i);
      FieldNode node = batch.nodes(i);
      long nullCount = node.nullCount();
      require(node.length() == rows, "a column of another length");
      require(nullCount >= 0 && nullCount <= rows, "the null count");
      ByteSlice validity = buffer(batch, nextBuffer++, body);
      boolean variable = ArrowColumn.isVariableWidth(type.getKind());
      ByteSlice offsets = variable ? buffer(batch, nextBuffer++, body) : null;
      ByteSlice data = buffer(batch, nextBuffer++, body);
      ByteSlice bitmap = nullCount == 0 ? null : validity;
      columns.add(new ArrowColumn(type, rows, (int) nullCount, bitmap, offsets, data));
    }
    require(batch.buffersLength() == nextBuffer, "the number of buffers");
    return new ArrowBatch(names, columns, rows);
  }

  private static ByteSlice buffer(RecordBatch batch, int index, ByteSlice body) {
    require(index < batch.buffersLength(), "the number of buffers");
    Buffer buffer = batch.buffers(index);
    long start = buffer.offset();
    long length = buffer.length();
    boolean inside =
        start >= 0 && length >= 0 && start <= body.length() && length <= body.length() - start;
    require(inside, "a buffer outside the body");
    return new ByteSlice(body.array(), body.offset() + (int) start, (int) length);
  }

  private static void require(boolean condition, String problem) {
    if (!condition) {
      throw malformed(problem);
    }
  }

  private static FrameException malformed(String problem) {
    return new FrameException(
        "The frame's body is not a stream of one Arrow batch.", "problem", problem);
  }
}

package org.apache.spark.sql.hbase.coprocessor.direct;

import java.io.IOException;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.BlockWithScanInfo;
import org.apache.hadoop.hbase.io.hfile.CorruptHFileException;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlockIndex;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.nio.ByteBuff;

/**
 * The data blocks of one store file after the other, as arrays of cells. Blocks are read as HBase's
 * own scanner reads them: through the block cache, with its counters, decompressed, decrypted and
 * with their checksums verified. A block on the heap is walked where it is; one in memory that
 * HBase uses again is copied, and released at once. Not thread-safe.
 */
final class DataBlocks {
  private final BlockReads reads;

  /** The cells of the block are {@code bytes[start..end)}. */
  byte[] bytes = {};

  int start;
  int end;

  private HFile.Reader reader;
  private DataBlockEncoding encodingInCache;
  private long blockOffset;
  private long nextOffset;
  private int nextSize;
  private byte[] copy = {};

  DataBlocks(BlockReads reads) {
    this.reads = reads;
  }

  /** Loads the first block of a file. */
  void first(BaseFile file) throws IOException {
    open(file);
    nextOffset = reader.getTrailer().getFirstDataBlockOffset();
    nextSize = -1;
    load();
  }

  /** Loads the block in which {@code row} begins, or would. */
  void seek(BaseFile file, byte[] row) throws IOException {
    open(file);
    HFileBlockIndex.BlockIndexReader index = reader.getDataBlockIndexReader();
    BlockWithScanInfo found =
        index.loadDataBlockWithScanInfo(
            PrivateCellUtil.createFirstOnRow(row),
            null,
            reads.cacheBlocks(),
            reads.pread(),
            false,
            encodingInCache,
            reader);
    if (found == null) {
      // The row comes before the first one of the file.
      first(file);
    } else {
      take(found.getHFileBlock());
    }
  }

  /** Loads the next block; false at the end of the file. */
  boolean next() throws IOException {
    if (blockOffset >= reader.getTrailer().getLastDataBlockOffset()) {
      return false;
    }
    load();
    return true;
  }

  private void open(BaseFile file) {
    reader = file.reader;
    encodingInCache = reader.getEffectiveEncodingInCache(false);
  }

  private void load() throws IOException {
    // Blocks of index and of Bloom filters lie between those of data.
    HFileBlock block;
    while (true) {
      block =
          reader.readBlock(
              nextOffset,
              nextSize,
              reads.cacheBlocks(),
              reads.pread(),
              false,
              true,
              null,
              encodingInCache);
      if (block.getBlockType().isData()) {
        take(block);
        return;
      }
      nextOffset = block.getOffset() + block.getOnDiskSizeWithHeader();
      nextSize = block.getNextBlockOnDiskSize();
      block.release();
    }
  }

  private void take(HFileBlock block) throws IOException {
    try {
      blockOffset = block.getOffset();
      nextOffset = blockOffset + block.getOnDiskSizeWithHeader();
      nextSize = block.getNextBlockOnDiskSize();
      ByteBuff buffer = block.getBufferReadOnly();
      int from = block.headerSize();
      int length = block.getUncompressedSizeWithoutHeader();
      if (block.getBlockType() == BlockType.ENCODED_DATA) {
        checkEncoding(buffer.getShort(from));
        from += DataBlockEncoding.ID_SIZE;
        // Behind the cells is the index of rows, then the length of the cells.
        length = buffer.getInt(block.headerSize() + length - Integer.BYTES);
      }
      setBytes(buffer, from, length, block.isSharedMem());
      int scanned = block.getUncompressedSizeWithoutHeader();
      RpcServer.getCurrentCall().ifPresent(call -> call.incrementBlockBytesScanned(scanned));
    } finally {
      block.release();
    }
  }

  private void setBytes(ByteBuff buffer, int from, int length, boolean isShared) {
    if (!isShared && buffer.hasArray()) {
      bytes = buffer.array();
      start = buffer.arrayOffset() + from;
    } else {
      if (copy.length < length) {
        copy = new byte[Math.max(length, 2 * copy.length)];
      }
      buffer.position(from);
      buffer.get(copy, 0, length);
      bytes = copy;
      start = 0;
    }
    end = start + length;
  }

  private void checkEncoding(short id) throws CorruptHFileException {
    if (id != DataBlockEncoding.ROW_INDEX_V1.getId()) {
      throw corrupt("it has another encoding than its file");
    }
  }

  /** The block cannot be what HBase wrote; its checksum was right or was not verified. */
  CorruptHFileException corrupt(String why) {
    return new CorruptHFileException(
        "block at offset " + blockOffset + " of " + reader.getPath() + ": " + why);
  }
}

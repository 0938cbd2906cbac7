package org.apache.spark.sql.hbase.coprocessor.direct.format;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.BlockWithScanInfo;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.nio.ByteBuff;
import org.apache.spark.sql.hbase.coprocessor.link.HBaseInternals;

/**
 * The data blocks of a store file. It is not encoded, or has an index of rows in each block, or is
 * encoded by FAST_DIFF and has no tags. They are read as HBase's own scanner reads them: through
 * the block cache, with its counters, decompressed, decrypted and with their checksums verified. A
 * block on the heap is walked where it is; one in memory that HBase uses again is copied, and
 * released at once. Blocks of FAST_DIFF are decoded into memory of their own. Not thread-safe.
 */
public final class DataBlocks extends CellBlocks {
  private static final int MOST_BETWEEN = 1 << 20;

  private final HFile.Reader reader;
  private final BlockReads reads;
  private final DataBlockEncoding encodingInCache;
  private final FastDiffCells decoded;
  private long blockOffset;
  private long nextOffset;

  /** Rows from here to this one, without it, begin in the block; null where that is not known. */
  private byte[] nextRow;

  private int nextSize;
  private byte[] copy = {};

  public DataBlocks(HFile.Reader reader, BlockReads reads) {
    super(
        reader.getPath(),
        reader.getFileContext().isIncludesTags(),
        reader.getHFileInfo().shouldIncludeMemStoreTS());
    this.reader = reader;
    this.reads = reads;
    this.encodingInCache = reader.getEffectiveEncodingInCache(false);
    this.decoded = new FastDiffCells(hasSequenceIds, this);
  }

  /** Whether the blocks of the file can be read. */
  public static boolean canRead(HFile.Reader reader) {
    return switch (reader.getDataBlockEncoding()) {
      case NONE, ROW_INDEX_V1 -> true;
      case FAST_DIFF -> !reader.getFileContext().isIncludesTags();
      default -> false;
    };
  }

  @Override
  public boolean first() throws IOException {
    nextOffset = reader.getTrailer().getFirstDataBlockOffset();
    nextSize = -1;
    load();
    return true;
  }

  @Override
  public Sought seek(byte[] row) throws IOException {
    readsBesides = 0;
    passedBlocks = 0;
    if (end > 0
        && (isLastBlock() || (nextRow != null && Arrays.compareUnsigned(row, nextRow) < 0))) {
      return Sought.SAME_BLOCK;
    }
    // Below the part of the index that is in memory each level is a block.
    readsBesides = reader.getTrailer().getNumDataIndexLevels() - 1;
    BlockWithScanInfo found =
        HBaseInternals.loadBlock(
            reader,
            KeyValueUtil.createFirstOnRow(row),
            reads.cacheBlocks(),
            reads.pread(),
            encodingInCache);
    if (found == null) {
      // The row comes before the first one of the file.
      first();
      return Sought.OTHER_BLOCK;
    }
    HFileBlock block = found.getHFileBlock();
    boolean isSameBlock = end > 0 && HBaseInternals.offset(block) == blockOffset;
    if (isSameBlock) {
      block.release();
      readsBesides++;
    } else {
      passedBlocks = end > 0 ? blocksBetween(HBaseInternals.offset(block)) : 0;
      take(block);
    }
    nextRow = isLastBlock() ? null : CellUtil.cloneRow(HBaseInternals.nextIndexedKey(found));
    return isSameBlock ? Sought.SAME_BLOCK : Sought.OTHER_BLOCK;
  }

  /** About as many blocks as lie between the one here and one further on. */
  private int blocksBetween(long offset) {
    return (int) Math.min(MOST_BETWEEN, (offset - nextOffset) / (nextOffset - blockOffset));
  }

  private boolean isLastBlock() {
    return blockOffset >= reader.getTrailer().getLastDataBlockOffset();
  }

  @Override
  public boolean next() throws IOException {
    if (isLastBlock()) {
      return false;
    }
    load();
    return true;
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
      nextOffset = HBaseInternals.offset(block) + block.getOnDiskSizeWithHeader();
      nextSize = HBaseInternals.nextSize(block);
      block.release();
    }
  }

  private void take(HFileBlock block) throws IOException {
    try {
      nextRow = null;
      blockOffset = HBaseInternals.offset(block);
      nextOffset = blockOffset + block.getOnDiskSizeWithHeader();
      nextSize = HBaseInternals.nextSize(block);
      ByteBuff buffer = block.getBufferReadOnly();
      int from = block.headerSize();
      int scanned = HBaseInternals.uncompressedSize(block);
      if (block.getBlockType() == BlockType.ENCODED_DATA) {
        setEncoded(block, buffer, from + DataBlockEncoding.ID_SIZE, from + scanned);
      } else {
        setBytes(buffer, from, scanned, block.isSharedMem());
      }
      RpcServer.getCurrentCall().ifPresent(call -> HBaseInternals.countBlock(call, scanned));
    } finally {
      block.release();
    }
  }

  private void setEncoded(HFileBlock block, ByteBuff buffer, int from, int to) throws IOException {
    short encoding = buffer.getShort(from - DataBlockEncoding.ID_SIZE);
    if (encoding == DataBlockEncoding.ROW_INDEX_V1.getId()) {
      // Behind the cells is the index of rows, then the length of the cells.
      setBytes(buffer, from, buffer.getInt(to - Integer.BYTES), block.isSharedMem());
    } else if (encoding == DataBlockEncoding.FAST_DIFF.getId()) {
      setBytes(buffer, from, to - from, block.isSharedMem());
      decoded.decode(bytes, start, end);
      bytes = decoded.cells;
      start = 0;
      end = decoded.end;
    } else {
      throw corrupt("it has another encoding than its file");
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
}

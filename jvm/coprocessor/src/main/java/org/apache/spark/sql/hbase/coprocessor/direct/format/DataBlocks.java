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
  /**
   * Blocks in their order that are read from the shared stream of the file, as HBase's own scanner
   * begins by default. Others are as well read from that.
   */
  private static final int SHARED_READS = 4;

  /** Opens a stream for one scan; on HDFS this asks the NameNode. */
  @FunctionalInterface
  public interface StreamOpener {
    /** The reader of that stream. The file closes it. */
    HFile.Reader open() throws IOException;
  }

  private final BlockReads reads;
  private final StreamOpener stream;
  private HFile.Reader reader;

  /** Whether the reader is that of the shared stream. */
  private boolean isShared = true;

  /** Blocks in their order that were read from it. */
  private int sharedReads;

  /** The encoding of the blocks, also of those in the cache. */
  private final DataBlockEncoding encoding;

  private final FastDiffCells decoded;

  /** Rows from here to this one, without it, begin in the block; null where that is not known. */
  private byte[] nextRow;

  private int nextSize;
  private byte[] copy = {};

  /**
   * @param reader of the file's shared stream
   */
  public DataBlocks(HFile.Reader reader, BlockReads reads, StreamOpener stream) {
    super(
        reader.getPath(),
        reader.getFileContext().isIncludesTags(),
        reader.getHFileInfo().shouldIncludeMemStoreTS());
    this.reader = reader;
    this.reads = reads;
    this.stream = stream;
    this.encoding = reader.getDataBlockEncoding();
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
            reader, KeyValueUtil.createFirstOnRow(row), reads.cacheBlocks(), isShared, encoding);
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
      long offset = HBaseInternals.offset(block);
      passedBlocks = end > 0 ? blocksBetween(blockOffset, nextOffset - blockOffset, offset) : 0;
      take(block);
    }
    nextRow = isLastBlock() ? null : CellUtil.cloneRow(HBaseInternals.nextIndexedKey(found));
    return isSameBlock ? Sought.SAME_BLOCK : Sought.OTHER_BLOCK;
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
    if (isShared && !reads.pread() && ++sharedReads > SHARED_READS) {
      reader = stream.open();
      isShared = false;
    }
    // Blocks of index and of Bloom filters lie between those of data.
    HFileBlock block;
    while (true) {
      block =
          reader.readBlock(
              nextOffset, nextSize, reads.cacheBlocks(), isShared, false, true, null, encoding);
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
      int scanned = HBaseInternals.uncompressedSize(block);
      setCells(block, block.headerSize(), block.headerSize() + scanned);
      RpcServer.getCurrentCall().ifPresent(call -> HBaseInternals.countBlock(call, scanned));
    } finally {
      block.release();
    }
  }

  private void setCells(HFileBlock block, int from, int to) throws IOException {
    ByteBuff buffer = block.getBufferReadOnly();
    boolean isEncoded = block.getBlockType() == BlockType.ENCODED_DATA;
    short id = isEncoded ? buffer.getShort(from) : DataBlockEncoding.NONE.getId();
    if (isEncoded == (encoding == DataBlockEncoding.NONE) || id != encoding.getId()) {
      throw corrupt(
          String.format(
              "it is %s in encoding %s, and its file in %s",
              block.getBlockType(), nameOf(id), encoding));
    }
    int cells = isEncoded ? from + DataBlockEncoding.ID_SIZE : from;
    // With an index of rows behind the cells, the block ends with the length of the cells.
    boolean hasIndex = encoding == DataBlockEncoding.ROW_INDEX_V1;
    int length = hasIndex ? buffer.getInt(to - Integer.BYTES) : to - cells;
    setBytes(buffer, cells, length, block.isSharedMem());
    if (encoding == DataBlockEncoding.FAST_DIFF) {
      decoded.decode(bytes, start, end);
      bytes = decoded.cells;
      start = 0;
      end = decoded.end;
    }
  }

  /** HBase's own name of an encoding, if it has one with that number. */
  private static String nameOf(short id) {
    for (DataBlockEncoding known : DataBlockEncoding.values()) {
      if (known.getId() == id) {
        return known.name();
      }
    }
    return "number " + id;
  }

  private void setBytes(ByteBuff buffer, int from, int length, boolean isSharedMemory) {
    if (!isSharedMemory && buffer.hasArray()) {
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

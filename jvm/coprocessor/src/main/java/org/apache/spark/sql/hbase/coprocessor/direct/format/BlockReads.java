package org.apache.spark.sql.hbase.coprocessor.direct.format;

/**
 * The way in which blocks are read, as the Scan asks for it.
 *
 * @param cacheBlocks blocks that are read from disk go into the block cache
 * @param pread positional reads on the file's shared stream only; otherwise on one of the scan's
 *     own after some blocks
 */
public record BlockReads(boolean cacheBlocks, boolean pread) {}

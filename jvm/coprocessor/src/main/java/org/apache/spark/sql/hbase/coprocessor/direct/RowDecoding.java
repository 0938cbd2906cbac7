package org.apache.spark.sql.hbase.coprocessor.direct;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.row.DecodedColumns;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;
import org.apache.spark.sql.hbase.engine.row.ValueProbe;

/**
 * The way in which one scan turns cells into rows. For one thread.
 *
 * @param decoders makes the decoder that fills a given batch
 * @param probes for the columns by whose values the decoders leave rows out
 * @param countsOnly nothing of a row is looked at: rows may be added to the batch without a decoder
 * @param columns that are looked at, if their values may be kept for other scans
 */
public record RowDecoding(
    Function<ColumnBatch, RowDecoder> decoders,
    List<ValueProbe> probes,
    boolean countsOnly,
    Optional<DecodedColumns> columns) {}

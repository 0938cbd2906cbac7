package org.apache.spark.sql.hbase.coprocessor.direct;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.apache.hadoop.hbase.Cell;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;
import org.apache.spark.sql.hbase.engine.row.ValueProbe;

/**
 * What one scan makes of cells. For one thread.
 *
 * @param decoders makes the decoder that fills a given batch
 * @param feeder hands a cell to a decoder; false if no further one of its row is wanted
 * @param probes for the columns by whose values the decoders leave rows out
 */
public record RowDecoding(
    Function<ColumnBatch, RowDecoder> decoders,
    BiPredicate<Cell, RowDecoder> feeder,
    List<ValueProbe> probes) {}

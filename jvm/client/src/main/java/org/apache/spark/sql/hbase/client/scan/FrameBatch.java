package org.apache.spark.sql.hbase.client.scan;

import java.util.List;
import org.apache.spark.sql.hbase.wire.ArrowColumn;

/**
 * Output rows of a sub-plan, held by column. The columns share the bytes of one frame and stay
 * valid as long as they are referenced.
 *
 * @param columns one per output column of the sub-plan; a STRING column that came in a frame says
 *     BINARY, because that is how strings travel
 * @param rowCount at least 1
 */
public record FrameBatch(List<ArrowColumn> columns, int rowCount) {}

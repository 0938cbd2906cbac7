package org.apache.spark.sql.hbase.engine.analysis;

import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.operator.KeyParts;
import org.apache.spark.sql.hbase.engine.operator.OperatorSpec;
import org.apache.spark.sql.hbase.engine.operator.aggregate.AggregateSpec;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.Encoding;
import org.apache.spark.sql.hbase.wire.proto.KeyForm;
import org.apache.spark.sql.hbase.wire.proto.KeyPart;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;

/** In which order rows arrive because the row key orders them. */
public final class KeyOrder {
  private KeyOrder() {}

  /**
   * Whether the bytes of a key column are in the order of its values, up or down, and equal values
   * have the same bytes. Zeros and NaNs of different bytes are equal.
   */
  public static boolean isOfValues(Column column) {
    KeyPart part = column.getKey();
    return column.hasKey()
        && (part.getEncoding() == Encoding.ORDERED || part.getEncoding() == Encoding.PHOENIX)
        && (part.getForm() == KeyForm.PLAIN || part.getForm() == KeyForm.ESCAPED)
        && SqlTypes.of(column.getType()).physical() != SqlType.Physical.DOUBLE;
  }

  /**
   * Whether the rows of an aggregation arrive group by group.
   *
   * <p>True if the group columns are the leading parts of the row key, in any order among
   * themselves, and the operators below pass them on. Behind a salt or hash they must hold the
   * columns that it is computed from, for otherwise a group has rows behind each.
   *
   * @param operators those of the whole sub-plan
   */
  public static boolean ordersGroups(TableLayout table, List<OperatorSpec> operators) {
    Optional<KeyParts> parts = Optional.of(KeyParts.of(table));
    for (OperatorSpec operator : operators) {
      if (parts.isEmpty()) {
        return false;
      }
      if (operator instanceof AggregateSpec aggregate) {
        return parts.get().areLed(aggregate.groupBy(), table.getKeyPrefix().getPartsList());
      }
      parts = operator.keyParts(parts.get());
    }
    return false;
  }
}

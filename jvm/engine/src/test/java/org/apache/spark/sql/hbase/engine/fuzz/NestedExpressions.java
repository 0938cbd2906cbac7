package org.apache.spark.sql.hbase.engine.fuzz;

import com.google.protobuf.Message;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** Puts expressions inside expressions. */
final class NestedExpressions {
  private NestedExpressions() {}

  /** One level more around an expression, of its type; other messages come back as they are. */
  static Message wrap(Message message) {
    if (!(message instanceof Expression expression)) {
      return message;
    }
    Call coalesce =
        Call.newBuilder().setFunction(Function.COALESCE).addArguments(expression).build();
    return Expression.newBuilder().setType(expression.getType()).setCall(coalesce).build();
  }
}

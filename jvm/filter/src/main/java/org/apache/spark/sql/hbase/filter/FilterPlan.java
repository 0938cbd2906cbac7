package org.apache.spark.sql.hbase.filter;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.hbase.exceptions.DeserializationException;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.RowFilter;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.plan.SubPlans;
import org.apache.spark.sql.hbase.wire.proto.ScanFilter;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;

/**
 * The conditions of a sub-plan, as a filter carries them. Immutable.
 *
 * @param conditions as {@link RowFilter#conditionsOf} returns them
 * @param compiled these conditions
 */
record FilterPlan(SubPlan conditions, CompiledSubPlan compiled) {

  /**
   * @throws PlanException if the engine does not compute the conditions
   */
  static FilterPlan of(SubPlan plan) {
    SubPlan conditions = RowFilter.conditionsOf(plan);
    return new FilterPlan(conditions, CompiledSubPlan.compile(conditions));
  }

  /** Parses bytes that may come from anybody. */
  static FilterPlan parse(ScanFilter message) throws DeserializationException {
    try {
      return of(SubPlans.parse(message.getSubPlan().toByteArray()));
    } catch (PlanException e) {
      throw new DeserializationException(e.error().format(), e);
    }
  }

  static ScanFilter message(byte[] bytes) throws DeserializationException {
    try {
      return ScanFilter.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new DeserializationException("not a ScanFilter message", e);
    }
  }

  byte[] toByteArray(boolean isReversed) {
    return ScanFilter.newBuilder()
        .setSubPlan(ByteString.copyFrom(conditions.toByteArray()))
        .setReversed(isReversed)
        .build()
        .toByteArray();
  }
}

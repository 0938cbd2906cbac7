package org.apache.spark.sql.hbase.engine.fuzz;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Makes wrong messages of right ones, by what a field may hold. That is other enum values, extreme
 * numbers, long texts, many or no elements, parts of other messages, deep nesting.
 */
final class PlanMutator {
  private static final int MAX_REPEATS = 300;
  private static final int MAX_NESTING = 250;
  private static final long[] NUMBERS = {
    0,
    1,
    -1,
    2,
    9,
    38,
    39,
    64,
    127,
    4096,
    4097,
    1 << 20,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    Long.MAX_VALUE,
    Long.MIN_VALUE
  };
  private static final double[] FLOATS = {
    0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.MIN_VALUE, 1e300, 0.1
  };
  private static final String[] TEXTS = {
    "", "UTC", "Nowhere/Land", "(a+)+$", "%_%\\", "yyyy-MM-dd", "MONTH", "\u0000", "\uD83D\uDE00"
  };

  private final Random random;

  PlanMutator(Random random) {
    this.random = random;
  }

  /** Changes one field somewhere inside, or grafts a part of {@code other}. */
  <M extends Message> M mutate(M message, Message other) {
    @SuppressWarnings("unchecked")
    M mutated = (M) change(message, partsOf(other));
    return mutated;
  }

  private static List<Message> partsOf(Message message) {
    List<Message> parts = new ArrayList<>();
    collect(message, parts);
    return parts;
  }

  private static void collect(Message message, List<Message> parts) {
    parts.add(message);
    message
        .getAllFields()
        .forEach(
            (field, value) -> {
              if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                List<?> inner = field.isRepeated() ? (List<?>) value : List.of(value);
                inner.forEach(part -> collect((Message) part, parts));
              }
            });
  }

  private Message change(Message message, List<Message> grafts) {
    List<FieldDescriptor> set = new ArrayList<>(message.getAllFields().keySet());
    boolean isNew = set.isEmpty() || random.nextInt(8) == 0;
    List<FieldDescriptor> choices = isNew ? message.getDescriptorForType().getFields() : set;
    if (choices.isEmpty()) {
      return message;
    }
    FieldDescriptor field = choices.get(random.nextInt(choices.size()));
    Message.Builder builder = message.toBuilder();
    if (random.nextInt(20) == 0) {
      return builder.clearField(field).build();
    }
    if (field.isRepeated()) {
      changeRepeated(builder, message, field, grafts);
    } else {
      builder.setField(field, value(field, message.getField(field), grafts));
    }
    return builder.build();
  }

  private void changeRepeated(
      Message.Builder builder, Message message, FieldDescriptor field, List<Message> grafts) {
    int count = message.getRepeatedFieldCount(field);
    if (count == 0) {
      Object fresh =
          field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
              ? builder.newBuilderForField(field).build()
              : field.getJavaType() == FieldDescriptor.JavaType.ENUM
                  ? null
                  : field.getDefaultValue();
      builder.addRepeatedField(field, value(field, fresh, grafts));
      return;
    }
    int at = random.nextInt(count);
    Object element = message.getRepeatedField(field, at);
    switch (random.nextInt(8)) {
      case 0 -> {
        for (int i = random.nextInt(MAX_REPEATS); i > 0; i--) {
          builder.addRepeatedField(field, element);
        }
      }
      case 1 -> {
        builder.clearField(field);
        for (int i = 0; i < count; i++) {
          if (i != at) {
            builder.addRepeatedField(field, message.getRepeatedField(field, i));
          }
        }
      }
      default -> builder.setRepeatedField(field, at, value(field, element, grafts));
    }
  }

  private Object value(FieldDescriptor field, Object old, List<Message> grafts) {
    return switch (field.getJavaType()) {
      case INT -> (int) NUMBERS[random.nextInt(NUMBERS.length)];
      case LONG -> NUMBERS[random.nextInt(NUMBERS.length)];
      case FLOAT -> (float) FLOATS[random.nextInt(FLOATS.length)];
      case DOUBLE -> FLOATS[random.nextInt(FLOATS.length)];
      case BOOLEAN -> random.nextBoolean();
      case STRING -> TEXTS[random.nextInt(TEXTS.length)];
      case BYTE_STRING -> bytes();
      case ENUM -> enumValue(field.getEnumType());
      case MESSAGE -> message((Message) old, grafts);
    };
  }

  private ByteString bytes() {
    if (random.nextInt(3) == 0) {
      byte[] some = new byte[random.nextInt(random.nextInt(10) == 0 ? 5000 : 20)];
      random.nextBytes(some);
      return ByteString.copyFrom(some);
    }
    return ByteString.copyFromUtf8(TEXTS[random.nextInt(TEXTS.length)]);
  }

  private Object enumValue(EnumDescriptor type) {
    return random.nextInt(10) == 0
        ? type.findValueByNumberCreatingIfUnknown(random.nextInt(1000))
        : type.getValues().get(random.nextInt(type.getValues().size()));
  }

  private Message message(Message old, List<Message> grafts) {
    List<Message> alike =
        grafts.stream()
            .filter(part -> part.getDescriptorForType() == old.getDescriptorForType())
            .toList();
    if (!alike.isEmpty() && random.nextInt(4) == 0) {
      return alike.get(random.nextInt(alike.size()));
    }
    return random.nextInt(40) == 0 ? nested(old) : change(old, grafts);
  }

  /** The message inside itself, as often as fits a field of its own type. */
  private Message nested(Message message) {
    Message result = message;
    for (int i = random.nextInt(MAX_NESTING); i > 0; i--) {
      Message wrapped = NestedExpressions.wrap(result);
      if (wrapped == result) {
        return result;
      }
      result = wrapped;
    }
    return result;
  }
}

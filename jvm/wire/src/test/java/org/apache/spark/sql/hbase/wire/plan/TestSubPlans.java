package org.apache.spark.sql.hbase.wire.plan;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.proto.Aggregate;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.Encoding;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.KeyForm;
import org.apache.spark.sql.hbase.wire.proto.KeyPrefix;
import org.apache.spark.sql.hbase.wire.proto.Literal;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;
import org.apache.spark.sql.hbase.wire.proto.Values;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TestSubPlans {
  private static final int UNKNOWN = 99;

  static List<SubPlan> legalPlans() {
    return List.of(
        in(PlanFixtures.INT, Values.newBuilder().addIntegers(1)),
        PlanFixtures.scanOnly(),
        PlanFixtures.salted(),
        PlanFixtures.familyMap(),
        PlanFixtures.columnar(),
        PlanFixtures.formed(KeyForm.DELIMITED, '|'),
        PlanFixtures.formed(KeyForm.LENGTH_PREFIXED, 0),
        PlanFixtures.wide(KeyForm.FIXED, 32767),
        PlanFixtures.wide(KeyForm.ESCAPED, 0),
        PlanFixtures.prefixed(KeyPrefix.newBuilder().setHashBytes(4).addParts(0).addParts(1)),
        PlanFixtures.aggregation(),
        PlanFixtures.expressions(),
        PlanFixtures.topN(),
        PlanFixtures.expand(),
        PlanFixtures.broadcastJoin(),
        PlanFixtures.inRowRanges(true, "a", "b", "b", "bb", "c", ""),
        NestedFixtures.fields(),
        NestedFixtures.assembled());
  }

  @ParameterizedTest
  @MethodSource("legalPlans")
  void acceptsWhatTheContractAllows(SubPlan plan) {
    assertEquals(plan, SubPlans.parse(plan.toByteArray()));
  }

  @ParameterizedTest
  @MethodSource("legalPlans")
  void everyTruncationIsRefusedOrIsAnotherLegalPlan(SubPlan plan) {
    byte[] bytes = plan.toByteArray();
    for (int length = 0; length < bytes.length; length++) {
      byte[] head = Arrays.copyOf(bytes, length);
      parseOrRefuse(head);
    }
  }

  @Test
  void damagedPlansRaiseNothingButPlanExceptions() {
    Random random = new Random(20261121);
    for (SubPlan plan : legalPlans()) {
      byte[] bytes = plan.toByteArray();
      for (int round = 0; round < 2000; round++) {
        byte[] damaged = bytes.clone();
        for (int hits = 1 + random.nextInt(4); hits > 0; hits--) {
          damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
        }
        parseOrRefuse(damaged);
      }
    }
  }

  private static void parseOrRefuse(byte[] bytes) {
    try {
      SubPlans.parse(bytes);
    } catch (PlanException e) {
      assertEquals(ErrorCode.Kind.PLAN, e.code().kind());
    }
  }

  @Test
  void refusesAnEmptyMessage() {
    assertRefused(ErrorCode.UNSUPPORTED_PLAN_VERSION, SubPlan.getDefaultInstance());
  }

  @Test
  void namesTheVersionItDoesNotKnow() {
    SubPlan plan = PlanFixtures.scanOnly().toBuilder().setFormatVersion(2).build();
    PlanException e = assertRefused(ErrorCode.UNSUPPORTED_PLAN_VERSION, plan);
    assertEquals(Map.of("version", "2", "known", "1"), e.values());
  }

  @Test
  void refusesMoreThanOneMebibyteBeforeParsing() {
    PlanException e =
        assertThrows(PlanException.class, () -> SubPlans.parse(new byte[PlanLimits.MAX_BYTES + 1]));
    assertEquals(ErrorCode.PLAN_TOO_LARGE, e.code());
  }

  @Test
  void acceptsExpressionsOfTheGreatestDepthAndRefusesDeeperOnes() {
    SubPlans.parse(nested(PlanLimits.MAX_DEPTH).toByteArray());
    assertRefused(ErrorCode.PLAN_TOO_LARGE, nested(PlanLimits.MAX_DEPTH + 1));
    assertRefused(ErrorCode.INVALID_PLAN, nested(100 * PlanLimits.MAX_DEPTH));
  }

  private static SubPlan nested(int depth) {
    ByteString expression = PlanFixtures.column(4, PlanFixtures.BOOLEAN).toByteString();
    Expression empty = Expression.newBuilder().setType(PlanFixtures.BOOLEAN).build();
    for (int i = 1; i < depth; i++) {
      // Built from bytes, because the builders themselves recurse.
      ByteString call = field(1, Function.NOT_VALUE).concat(field(2, expression));
      expression = empty.toByteString().concat(field(4, call));
    }
    Operator.Builder filter = Operator.newBuilder();
    filter.getFilterBuilder().setUnknownFields(lengthDelimited(1, expression));
    return PlanFixtures.plan(PlanFixtures.columnsLayout(), filter.build());
  }

  private static ByteString field(int number, ByteString value) {
    return lengthDelimited(number, value).toByteString();
  }

  private static ByteString field(int number, int value) {
    UnknownFieldSet.Field varint = UnknownFieldSet.Field.newBuilder().addVarint(value).build();
    return UnknownFieldSet.newBuilder().addField(number, varint).build().toByteString();
  }

  private static UnknownFieldSet lengthDelimited(int number, ByteString value) {
    UnknownFieldSet.Field field =
        UnknownFieldSet.Field.newBuilder().addLengthDelimited(value).build();
    return UnknownFieldSet.newBuilder().addField(number, field).build();
  }

  @Test
  void refusesAnUnknownFieldInEveryMessageOfTheContract() {
    Set<String> met = new HashSet<>();
    for (SubPlan plan : legalPlans()) {
      withUnknownField(
          plan, met, damaged -> assertRefused(ErrorCode.UNSUPPORTED_FEATURE, (SubPlan) damaged));
    }
    Set<String> messages = new HashSet<>();
    SubPlan.getDescriptor()
        .getFile()
        .getMessageTypes()
        .forEach(type -> messages.add(type.getName()));
    assertEquals(messages, met, "the fixtures hold every message");
  }

  /**
   * Gives {@code check} copies of the message, each with an unknown field in one of the messages
   * inside it.
   */
  private static void withUnknownField(Message message, Set<String> met, Consumer<Message> check) {
    met.add(message.getDescriptorForType().getName());
    UnknownFieldSet unknown = lengthDelimited(1000, ByteString.copyFromUtf8("x"));
    check.accept(message.toBuilder().setUnknownFields(unknown).build());
    for (Map.Entry<FieldDescriptor, Object> entry : message.getAllFields().entrySet()) {
      FieldDescriptor field = entry.getKey();
      if (field.getJavaType() != FieldDescriptor.JavaType.MESSAGE) {
        continue;
      }
      if (!field.isRepeated()) {
        withUnknownField(
            (Message) entry.getValue(),
            met,
            inner -> check.accept(message.toBuilder().setField(field, inner).build()));
        continue;
      }
      for (int i = 0; i < message.getRepeatedFieldCount(field); i++) {
        int position = i;
        withUnknownField(
            (Message) message.getRepeatedField(field, i),
            met,
            inner ->
                check.accept(message.toBuilder().setRepeatedField(field, position, inner).build()));
      }
    }
  }

  @Test
  void refusesARequiredFeature() {
    SubPlan plan = PlanFixtures.scanOnly().toBuilder().addRequiredFeaturesValue(UNKNOWN).build();
    assertRefused(ErrorCode.UNSUPPORTED_FEATURE, plan);
    assertRefused(
        ErrorCode.UNSUPPORTED_FEATURE,
        PlanFixtures.scanOnly().toBuilder().addRequiredFeaturesValue(0).build());
  }

  @Test
  void refusesEnumValuesThatItDoesNotKnow() {
    assertRefused(ErrorCode.UNSUPPORTED_FUNCTION, edited(call -> call.setFunctionValue(UNKNOWN)));
    assertRefused(ErrorCode.UNSUPPORTED_FEATURE, edited(call -> call.setEvalModeValue(UNKNOWN)));
    Expression oddFunction = PlanFixtures.call(PlanFixtures.BOOLEAN, Function.NOT, flag());
    oddFunction =
        oddFunction.toBuilder()
            .setCall(oddFunction.getCall().toBuilder().setFunctionValue(UNKNOWN))
            .build();
    assertRefused(ErrorCode.UNSUPPORTED_FUNCTION, filtered(oddFunction));
    Expression.Builder oddDigits =
        PlanFixtures.call(PlanFixtures.BOOLEAN, Function.NOT, flag()).toBuilder();
    oddDigits.getCallBuilder().setFloatingDigitsValue(UNKNOWN);
    assertRefused(ErrorCode.UNSUPPORTED_FEATURE, filtered(oddDigits.build()));
    Expression oddType =
        Expression.newBuilder()
            .setType(DataType.newBuilder().setKindValue(UNKNOWN))
            .setColumn(0)
            .build();
    assertRefused(ErrorCode.UNSUPPORTED_FEATURE, filtered(oddType));
    SubPlan.Builder oddEncoding = PlanFixtures.scanOnly().toBuilder();
    oddEncoding.getTableBuilder().getColumnsBuilder(0).getKeyBuilder().setEncodingValue(UNKNOWN);
    assertRefused(ErrorCode.UNSUPPORTED_FEATURE, oddEncoding.build());
  }

  @Test
  void refusesEnumValuesLeftUnspecified() {
    assertInvalid(edited(AggregateCall.Builder::clearFunction));
    assertInvalid(edited(AggregateCall.Builder::clearEvalMode));
    assertInvalid(
        filtered(PlanFixtures.call(PlanFixtures.BOOLEAN, Function.FUNCTION_UNSPECIFIED, flag())));
    assertInvalid(filtered(Expression.newBuilder().setColumn(4).build()));
    Expression zero = PlanFixtures.integer(PlanFixtures.BIGINT, 0);
    Expression sum = PlanFixtures.call(PlanFixtures.BIGINT, Function.ADD, zero, zero);
    assertInvalid(PlanFixtures.plan(PlanFixtures.columnsLayout(), PlanFixtures.project(sum)));
    SubPlan.Builder noEncoding = PlanFixtures.scanOnly().toBuilder();
    noEncoding
        .getTableBuilder()
        .getColumnsBuilder(2)
        .getCellBuilder()
        .setEncoding(Encoding.ENCODING_UNSPECIFIED);
    assertInvalid(noEncoding.build());
  }

  @Test
  void refusesParentsWithoutTheirParts() {
    assertInvalid(PlanFixtures.scanOnly().toBuilder().clearTable().build());
    assertInvalid(PlanFixtures.plan(PlanFixtures.columnsLayout(), Operator.getDefaultInstance()));
    Operator.Builder noPredicate = Operator.newBuilder();
    noPredicate.getFilterBuilder();
    assertInvalid(PlanFixtures.plan(PlanFixtures.columnsLayout(), noPredicate.build()));
    assertInvalid(filtered(Expression.newBuilder().setType(PlanFixtures.BOOLEAN).build()));
    assertInvalid(filtered(PlanFixtures.call(PlanFixtures.BOOLEAN, Function.NOT)));
    assertInvalid(edited(AggregateCall.Builder::clearStateTypes));
    assertInvalid(edited(AggregateCall.Builder::clearArguments));
    SubPlan.Builder noPlace = PlanFixtures.scanOnly().toBuilder();
    noPlace.getTableBuilder().getColumnsBuilder(0).clearPlace();
    assertInvalid(noPlace.build());
  }

  @Test
  void refusesSaltsAndHashesThatARowKeyCannotHave() {
    KeyPrefix.Builder salt = KeyPrefix.newBuilder().setSaltBuckets(8).addParts(0);
    assertInvalid(PlanFixtures.prefixed(salt.clone().clearKind()));
    assertInvalid(PlanFixtures.prefixed(salt.clone().setSaltBuckets(0)));
    assertInvalid(PlanFixtures.prefixed(salt.clone().setSaltBuckets(257)));
    assertInvalid(PlanFixtures.prefixed(salt.clone().setSaltBuckets(-1)));
    assertInvalid(PlanFixtures.prefixed(salt.clone().setHashBytes(0)));
    assertInvalid(PlanFixtures.prefixed(salt.clone().setHashBytes(5)));
    assertInvalid(PlanFixtures.prefixed(salt.clone().clearParts()));
    assertInvalid(PlanFixtures.prefixed(salt.clone().addParts(0)));
    assertInvalid(PlanFixtures.prefixed(salt.clone().addParts(2)));
    assertInvalid(PlanFixtures.prefixed(salt.clone().addParts(-1)));
  }

  @Test
  void refusesRowKeysOfTextsThatHaveSeveralForms() {
    SubPlan.Builder plan = PlanFixtures.scanOnly().toBuilder();
    plan.getTableBuilder().getColumnsBuilder(2).getCellBuilder().setEncoding(Encoding.CAST_TEXT);
    assertEquals(plan.build(), SubPlans.parse(plan.build().toByteArray()));
    plan.getTableBuilder().getColumnsBuilder(0).getKeyBuilder().setEncoding(Encoding.CAST_TEXT);
    assertInvalid(plan.build());
  }

  @Test
  void refusesDelimitersThatAreNoByteOrOfNoUse() {
    assertInvalid(PlanFixtures.formed(KeyForm.DELIMITED, 256));
    assertInvalid(PlanFixtures.formed(KeyForm.DELIMITED, -1));
    assertInvalid(PlanFixtures.formed(KeyForm.REVERSED, '|'));
    assertInvalid(PlanFixtures.wide(KeyForm.FIXED, 0));
    assertInvalid(PlanFixtures.wide(KeyForm.FIXED, 32768));
    assertInvalid(PlanFixtures.wide(KeyForm.FIXED, -1));
    assertInvalid(PlanFixtures.wide(KeyForm.PLAIN, 4));
    assertInvalid(PlanFixtures.wide(KeyForm.ESCAPED, 4));
    SubPlan.Builder unknown = PlanFixtures.scanOnly().toBuilder();
    unknown.getTableBuilder().getColumnsBuilder(0).getKeyBuilder().setFormValue(UNKNOWN);
    assertRefused(ErrorCode.UNSUPPORTED_FEATURE, unknown.build());
  }

  @Test
  void refusesMapsOfFamiliesThatAreNoneOrNotRead() {
    assertInvalid(familyMap(column -> column.getFamilyMapBuilder().clearFamily()));
    assertInvalid(familyMap(column -> column.getFamilyMapBuilder().clearEncoding()));
    assertInvalid(
        familyMap(column -> column.getFamilyMapBuilder().setFamily(column.getNameBytes())));
    assertInvalid(familyMap(column -> column.setType(PlanFixtures.STRING)));
    assertInvalid(
        familyMap(
            column -> column.getTypeBuilder().getNestedBuilder(0).setType(PlanFixtures.BIGINT)));
    assertDoesNotThrow(
        () ->
            SubPlans.parse(
                familyMap(
                        column ->
                            column
                                .getTypeBuilder()
                                .getNestedBuilder(0)
                                .setType(PlanFixtures.BINARY))
                    .toByteArray()));
    assertRefused(
        ErrorCode.UNSUPPORTED_FEATURE,
        familyMap(column -> column.getFamilyMapBuilder().setEncodingValue(UNKNOWN)));
  }

  @Test
  void refusesGroupsOfRowsWhoseChunksDoNotHoldAllValueColumns() {
    assertInvalid(columnar(table -> table.getColumnarBuilder().setGroupBits(0)));
    assertInvalid(columnar(table -> table.getColumnarBuilder().setGroupBits(262_137)));
    assertInvalid(columnar(table -> table.addPackedCells(table.getPackedCells(0))));
    assertInvalid(columnar(table -> table.removeColumns(0)));
    assertInvalid(columnar(table -> table.setUndecodableAsNull(true)));
    assertInvalid(columnar(table -> table.setSetsAsideForeignRows(true)));
    assertInvalid(
        columnar(
            table ->
                table
                    .getColumnsBuilder(1)
                    .getCellBuilder()
                    .setFamily(table.getFamilies(0))
                    .setEncoding(Encoding.ORDERED)));
  }

  private static SubPlan columnar(Consumer<TableLayout.Builder> change) {
    SubPlan.Builder plan = PlanFixtures.columnar().toBuilder();
    change.accept(plan.getTableBuilder());
    return plan.build();
  }

  private static SubPlan familyMap(Consumer<Column.Builder> change) {
    SubPlan.Builder plan = PlanFixtures.familyMap().toBuilder();
    change.accept(plan.getTableBuilder().getColumnsBuilder(5));
    return plan.build();
  }

  @Test
  void refusesColumnsOutOfRangeOrOfAnotherType() {
    assertInvalid(filtered(PlanFixtures.column(5, PlanFixtures.BOOLEAN)));
    assertInvalid(filtered(PlanFixtures.column(-1, PlanFixtures.BOOLEAN)));
    assertInvalid(filtered(PlanFixtures.column(2, PlanFixtures.BOOLEAN)));
  }

  @Test
  void countsColumnsFromTheOperatorBelow() {
    Operator onlyFlag = PlanFixtures.project(flag());
    Operator first = PlanFixtures.filter(PlanFixtures.column(0, PlanFixtures.BOOLEAN));
    SubPlans.parse(PlanFixtures.plan(PlanFixtures.columnsLayout(), onlyFlag, first).toByteArray());
    assertInvalid(
        PlanFixtures.plan(PlanFixtures.columnsLayout(), onlyFlag, PlanFixtures.filter(flag())));
  }

  @Test
  void refusesOperatorsInAnIllegalOrder() {
    Operator filter = PlanFixtures.filter(flag());
    Operator limit = PlanFixtures.limit(1);
    Operator.Builder aggregate = Operator.newBuilder();
    aggregate.getAggregateBuilder().addGroupBy(flag());
    for (List<Operator> operators :
        List.of(
            List.of(limit, filter),
            List.of(limit, limit),
            List.of(limit, aggregate.build()),
            List.of(aggregate.build(), aggregate.build()),
            List.of(
                aggregate.build(),
                PlanFixtures.filter(PlanFixtures.column(0, PlanFixtures.BOOLEAN))))) {
      assertInvalid(
          PlanFixtures.plan(PlanFixtures.columnsLayout(), operators.toArray(Operator[]::new)));
    }
  }

  @Test
  void refusesPredicatesThatAreNotBoolean() {
    assertInvalid(filtered(PlanFixtures.column(0, PlanFixtures.BIGINT)));
    assertInvalid(edited(call -> call.setFilter(PlanFixtures.column(1, PlanFixtures.INT))));
  }

  @Test
  void refusesRowRangesThatAreEmptyOrOverlapOrHaveToBeChecked() {
    assertInvalid(PlanFixtures.inRowRanges(true, "a", "a"));
    assertInvalid(PlanFixtures.inRowRanges(true, "b", "a"));
    assertInvalid(PlanFixtures.inRowRanges(true, "a", "c", "b", "d"));
    assertInvalid(PlanFixtures.inRowRanges(true, "b", "c", "a", "b"));
    assertInvalid(PlanFixtures.inRowRanges(true, "a", "", "b", "c"));
    assertInvalid(PlanFixtures.inRowRanges(false, "a", "b"));
    String[] many = new String[2 * (PlanLimits.MAX_ROW_RANGES + 1)];
    Arrays.setAll(many, i -> String.format("%06d", i));
    assertRefused(ErrorCode.PLAN_TOO_LARGE, PlanFixtures.inRowRanges(true, many));
  }

  @Test
  void refusesDecimalsThatDoNotExist() {
    for (DataType type :
        List.of(
            PlanFixtures.decimal(0, 0),
            PlanFixtures.decimal(39, 0),
            PlanFixtures.decimal(5, 6),
            PlanFixtures.decimal(-1, 0),
            PlanFixtures.INT.toBuilder().setPrecision(3).build())) {
      Expression literal = PlanFixtures.literal(type, Literal.newBuilder().setNull(true));
      assertInvalid(PlanFixtures.plan(PlanFixtures.columnsLayout(), PlanFixtures.project(literal)));
    }
  }

  @Test
  void refusesLiteralsThatAreNotValuesOfTheirType() {
    Literal.Builder wide = Literal.newBuilder().setDecimal(ByteString.copyFrom(new byte[17]));
    Literal.Builder thousand =
        Literal.newBuilder().setDecimal(ByteString.copyFrom(new byte[] {3, -24}));
    for (Expression literal :
        List.of(
            PlanFixtures.integer(PlanFixtures.TINYINT, 128),
            PlanFixtures.integer(PlanFixtures.SMALLINT, -32769),
            PlanFixtures.integer(PlanFixtures.INT, 1L << 31),
            PlanFixtures.integer(PlanFixtures.DATE, 1L << 31),
            PlanFixtures.integer(PlanFixtures.DOUBLE, 1),
            PlanFixtures.literal(PlanFixtures.INT, Literal.newBuilder().setBoolean(true)),
            PlanFixtures.literal(PlanFixtures.INT, Literal.newBuilder().setNull(false)),
            PlanFixtures.literal(PlanFixtures.INT, Literal.newBuilder()),
            PlanFixtures.literal(PlanFixtures.FLOAT, Literal.newBuilder().setFloating(0.1)),
            PlanFixtures.literal(
                PlanFixtures.INT, Literal.newBuilder().setBinary(ByteString.EMPTY)),
            PlanFixtures.literal(
                PlanFixtures.decimal(3, 0), Literal.newBuilder().setDecimal(ByteString.EMPTY)),
            PlanFixtures.literal(PlanFixtures.decimal(38, 0), wide),
            PlanFixtures.literal(PlanFixtures.decimal(3, 0), thousand))) {
      assertInvalid(PlanFixtures.plan(PlanFixtures.columnsLayout(), PlanFixtures.project(literal)));
    }
  }

  @Test
  void refusesListsThatHoldWhatIsNotAValueOfTheirType() {
    Values.Builder tooWide =
        Values.newBuilder().addDecimals(ByteString.copyFrom(new byte[] {3, -24}));
    assertInvalid(in(PlanFixtures.TINYINT, Values.newBuilder().addIntegers(1).addIntegers(128)));
    assertInvalid(in(PlanFixtures.INT, Values.newBuilder().addFloatings(1)));
    assertInvalid(in(PlanFixtures.INT, Values.newBuilder().addBinaries(ByteString.EMPTY)));
    assertInvalid(in(PlanFixtures.FLOAT, Values.newBuilder().addFloatings(0.1)));
    assertInvalid(in(PlanFixtures.decimal(3, 0), tooWide));
    SubPlans.parse(in(PlanFixtures.decimal(4, 0), tooWide).toByteArray());
  }

  @Test
  void refusesListsOutsideOfIn() {
    Expression list = list(PlanFixtures.INT, Values.newBuilder().addIntegers(1));
    assertInvalid(PlanFixtures.plan(PlanFixtures.columnsLayout(), PlanFixtures.project(list)));
    Expression equal = call(Function.EQUAL, PlanFixtures.integer(PlanFixtures.INT, 1), list);
    assertInvalid(PlanFixtures.plan(PlanFixtures.columnsLayout(), PlanFixtures.project(equal)));
    Expression first = call(Function.IN, list, list);
    assertInvalid(PlanFixtures.plan(PlanFixtures.columnsLayout(), PlanFixtures.project(first)));
  }

  private static SubPlan in(DataType type, Values.Builder values) {
    Expression value = PlanFixtures.literal(type, Literal.newBuilder().setNull(true));
    return PlanFixtures.plan(
        PlanFixtures.columnsLayout(),
        PlanFixtures.project(call(Function.IN, value, list(type, values))));
  }

  private static Expression call(Function function, Expression... arguments) {
    return Expression.newBuilder()
        .setType(DataType.newBuilder().setKind(TypeKind.BOOLEAN))
        .setCall(Call.newBuilder().setFunction(function).addAllArguments(List.of(arguments)))
        .build();
  }

  private static Expression list(DataType type, Values.Builder values) {
    return Expression.newBuilder().setType(type).setValues(values).build();
  }

  @Test
  void acceptsAFloatThatIsNaN() {
    Literal.Builder nan = Literal.newBuilder().setFloating(Double.NaN);
    Operator project = PlanFixtures.project(PlanFixtures.literal(PlanFixtures.FLOAT, nan));
    SubPlans.parse(PlanFixtures.plan(PlanFixtures.columnsLayout(), project).toByteArray());
  }

  @Test
  void refusesPackedFieldsOutOfRangeOrOfAnotherType() {
    for (int[] place : new int[][] {{1, 0}, {-1, 0}, {0, 4}, {0, -1}, {0, 1}}) {
      SubPlan.Builder plan = PlanFixtures.aggregation().toBuilder();
      plan.getTableBuilder()
          .getColumnsBuilder(1)
          .getPackedBuilder()
          .setCell(place[0])
          .setField(place[1]);
      assertInvalid(plan.build());
    }
  }

  @Test
  void refusesCellsOfFamiliesThatTheScanDoesNotRead() {
    SubPlan.Builder plan = PlanFixtures.scanOnly().toBuilder();
    plan.getTableBuilder().setFamilies(0, PlanFixtures.bytes("other"));
    assertInvalid(plan.build());
    plan.getTableBuilder().clearFamilies();
    SubPlans.parse(plan.build().toByteArray());
  }

  @Test
  void refusesMoreOperatorsThanTheLimit() {
    List<Operator> filters = new ArrayList<>();
    for (int i = 0; i <= PlanLimits.MAX_OPERATORS; i++) {
      filters.add(PlanFixtures.filter(flag()));
    }
    assertRefused(
        ErrorCode.PLAN_TOO_LARGE,
        PlanFixtures.plan(PlanFixtures.columnsLayout(), filters.toArray(Operator[]::new)));
  }

  @Test
  void refusesMoreOutputColumnsThanTheLimit() {
    SubPlan.Builder plan = PlanFixtures.aggregation().toBuilder();
    Aggregate.Builder aggregate = plan.getOperatorsBuilder(1).getAggregateBuilder();
    AggregateCall call = aggregate.getCalls(0);
    AggregateCall wide =
        call.toBuilder()
            .addAllStateTypes(
                Collections.nCopies(PlanLimits.MAX_EXPRESSIONS - 1, call.getStateTypes(0)))
            .build();
    int most = PlanLimits.MAX_OUTPUT_COLUMNS / PlanLimits.MAX_EXPRESSIONS;
    aggregate.clearGroupBy().clearCalls().addAllCalls(Collections.nCopies(most, wide));
    SubPlans.parse(plan.build().toByteArray());
    aggregate.addCalls(call);
    PlanException e = assertRefused(ErrorCode.PLAN_TOO_LARGE, plan.build());
    assertTrue(e.getMessage().contains("operators[1].output"), e.getMessage());
  }

  @Test
  void evalModeIsNotAskedOfFunctionsThatCannotFail() {
    SubPlan plan =
        edited(
            call ->
                call.setFunction(AggregateFunction.MIN)
                    .setEvalMode(EvalMode.EVAL_MODE_UNSPECIFIED));
    SubPlans.parse(plan.toByteArray());
  }

  private static Expression flag() {
    return PlanFixtures.column(4, PlanFixtures.BOOLEAN);
  }

  private static SubPlan filtered(Expression predicate) {
    return PlanFixtures.plan(PlanFixtures.columnsLayout(), PlanFixtures.filter(predicate));
  }

  /** The aggregation with its call SUM(distance) changed. */
  private static SubPlan edited(Consumer<AggregateCall.Builder> change) {
    SubPlan.Builder plan = PlanFixtures.aggregation().toBuilder();
    change.accept(plan.getOperatorsBuilder(1).getAggregateBuilder().getCallsBuilder(1));
    return plan.build();
  }

  private static void assertInvalid(SubPlan plan) {
    assertRefused(ErrorCode.INVALID_PLAN, plan);
  }

  private static PlanException assertRefused(ErrorCode code, SubPlan plan) {
    PlanException e = assertThrows(PlanException.class, () -> SubPlans.parse(plan.toByteArray()));
    assertEquals(code, e.code(), e.getMessage());
    return e;
  }
}

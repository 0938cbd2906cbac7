package org.apache.spark.sql.hbase.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.apache.spark.sql.hbase.wire.plan.NestedFixtures;
import org.apache.spark.sql.hbase.wire.plan.PlanFixtures;
import org.apache.spark.sql.hbase.wire.plan.SubPlans;
import org.apache.spark.sql.hbase.wire.proto.KeyForm;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.junit.jupiter.api.Test;

/** The bytes of this version are those of tests/golden; python/tests reads the same files. */
class TestGoldenFiles {
  @Test
  void aScanWithoutOperators() throws IOException {
    assertSubPlan(
        "scan_only", "All columns of a table with one cell per column.", PlanFixtures.scanOnly());
  }

  @Test
  void aScanOfASaltedTable() throws IOException {
    assertSubPlan("salted", "The table of scan_only.json in eight buckets.", PlanFixtures.salted());
  }

  @Test
  void aScanOfAFamilyAsAMap() throws IOException {
    assertSubPlan(
        "family_map",
        "The table of scan_only.json with a map of its family, and NULL for what does not decode.",
        PlanFixtures.familyMap());
  }

  @Test
  void aScanWithoutForeignRows() throws IOException {
    assertSubPlan(
        "permissive",
        "The table of scan_only.json, read in mode permissive.",
        PlanFixtures.permissive());
  }

  @Test
  void aScanOfATableWithADelimiter() throws IOException {
    assertSubPlan(
        "delimited",
        "The table of scan_only.json, whose first key column is TEXT delimited by a bar.",
        PlanFixtures.formed(KeyForm.DELIMITED, '|'));
  }

  @Test
  void aScanOfGroupsOfRows() throws IOException {
    assertSubPlan(
        "columnar",
        "Columnar table: its HBase rows are groups of rows, its columns those of their chunks.",
        PlanFixtures.columnar());
  }

  @Test
  void aScanOfATableWithAKeyColumnOfFixedLength() throws IOException {
    assertSubPlan(
        "fixed",
        "The table of scan_only.json, whose first key column is a STRING of ten bytes.",
        PlanFixtures.wide(KeyForm.FIXED, 10));
  }

  @Test
  void aScanOfATableWithAnEscapedKeyColumn() throws IOException {
    assertSubPlan(
        "escaped",
        "The table of scan_only.json, whose first key column is an escaped STRING.",
        PlanFixtures.wide(KeyForm.ESCAPED, 0));
  }

  @Test
  void aStructWhoseFieldsAreCells() throws IOException {
    assertSubPlan(
        "struct_cells",
        "A STRUCT that is put together of two cells, and one of them.",
        NestedFixtures.assembled());
  }

  @Test
  void aFilterBelowAPartialAggregation() throws IOException {
    assertSubPlan(
        "aggregation",
        "Packed table: a filter, partial aggregation with every function, a limit.",
        PlanFixtures.aggregation());
  }

  @Test
  void literalsOfEveryKind() throws IOException {
    assertSubPlan(
        "expressions",
        "Literals of every kind, eval modes, a time zone.",
        PlanFixtures.expressions());
  }

  @Test
  void numbersAsTextInTheDigitsOfOneJava() throws IOException {
    assertSubPlan(
        "floating_digits", "A cast of DOUBLE to STRING as Java 17 does it.", PlanFixtures.digits());
  }

  @Test
  void callsThatStateRulesOfTheirJava() throws IOException {
    assertSubPlan(
        "java_rules",
        "An hour of the day by stated rules of its time zone, and a text that may name any zone.",
        PlanFixtures.javaRules());
  }

  @Test
  void theFirstRowsInAnOrder() throws IOException {
    assertSubPlan("top_n", "The first rows by two keys, no other operator.", PlanFixtures.topN());
  }

  @Test
  void aRollup() throws IOException {
    assertSubPlan(
        "expand", "Two projections of each row below an aggregation.", PlanFixtures.expand());
  }

  @Test
  void aJoinWithRowsThatTravelAlong() throws IOException {
    assertSubPlan(
        "broadcast_join",
        "Two build rows, one of them with a NULL, below an aggregation by their column.",
        PlanFixtures.broadcastJoin());
  }

  @Test
  void fieldsOfNestedColumns() throws IOException {
    assertSubPlan(
        "nested", "Fields of nested columns, in every encoding.", NestedFixtures.fields());
  }

  @Test
  void aCallOfFourArguments() throws IOException {
    assertSubPlan(
        "width_bucket",
        "Rows in equally wide buckets: a column, two ends and their number.",
        PlanFixtures.widthBucket());
  }

  @Test
  void aFrameWithEveryType() throws IOException {
    assertFrame(
        "all_types",
        "Every type, with NULLs; ended by the bound on bytes.",
        FrameFixtures.allTypes());
  }

  @Test
  void aFrameWithoutRows() throws IOException {
    assertFrame(
        "empty_batch", "The last frame of a region, no row kept.", FrameFixtures.emptyBatch());
  }

  @Test
  void aFrameWithoutColumns() throws IOException {
    assertFrame(
        "no_columns", "Seven rows of no columns, ended by a limit.", FrameFixtures.noColumns());
  }

  @Test
  void aFilterThatListsRowKeys() throws IOException {
    assertSubPlan(
        "row_ranges",
        "An optional filter of one row key and of all from another on.",
        PlanFixtures.inRowRanges(true, "a", "a\0", "c", ""));
  }

  @Test
  void aFrameOfAggregationState() throws IOException {
    assertFrame(
        "partial_aggregate",
        "One group of sub_plan/aggregation.json.",
        FrameFixtures.partialAggregate());
  }

  private static void assertSubPlan(String name, String description, SubPlan plan)
      throws IOException {
    String expected = GoldenFile.subPlan(name, description, plan);
    String golden = GoldenFile.read("sub_plan/" + name + ".json", expected);
    assertEquals(golden, expected);
    assertEquals(plan, SubPlans.parse(GoldenFile.bytes(golden)));
  }

  private static void assertFrame(String name, String description, ResultFrame frame)
      throws IOException {
    String expected = GoldenFile.frame(name, description, frame);
    String golden = GoldenFile.read("frame/" + name + ".json", expected);
    assertEquals(golden, expected);
    assertEquals(frame, ResultFrame.decode(GoldenFile.bytes(golden)));
  }
}

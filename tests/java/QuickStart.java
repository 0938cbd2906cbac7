import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * HBase tables from Java. {@code spark-submit} has the jar and the three settings of docs/JVM.md; nothing else is ours.
 */
public final class QuickStart {
  private QuickStart() {}

  public static void main(String[] arguments) {
    SparkSession spark = SparkSession.builder().appName("quick start").getOrCreate();
    spark.sql(
        "CREATE TABLE hbase.default.java_orders (area STRING NOT NULL, id BIGINT NOT NULL, "
            + "amount DECIMAL(12,2), PRIMARY KEY (area, id)) USING hbase");
    spark.sql(
        "INSERT INTO hbase.default.java_orders VALUES "
            + "('north', 1, 9.50), ('north', 2, 0.50), ('south', 1, NULL)");
    Dataset<Row> sums =
        spark
            .table("hbase.default.java_orders")
            .groupBy("area")
            .sum("amount")
            .orderBy("area");
    List<Row> rows = sums.collectAsList();
    rows.forEach(row -> System.out.println(row.getString(0) + " " + row.get(1)));
    System.out.println(
        sums.queryExecution().executedPlan().toString().contains("PartialAggregate")
            ? "aggregated in the region servers"
            : "aggregated in Spark");
    spark.sql("DROP TABLE hbase.default.java_orders PURGE");
    spark.stop();
  }
}

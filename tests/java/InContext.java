import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.hbase.HBaseSQLContext;

/** SQL on HBase tables through a context, whose class is in the jar for Spark. */
public final class InContext {
  private InContext() {}

  static void run(SparkSession spark) {
    HBaseSQLContext hbase = new HBaseSQLContext(spark);
    hbase.sql("CREATE TABLE java_context (id INT NOT NULL, n INT, PRIMARY KEY (id)) USING hbase");
    hbase.sql("INSERT INTO java_context VALUES (1, 10), (2, 20)");
    long sum = hbase.sql("SELECT sum(n) FROM java_context").first().getLong(0);
    String report = hbase.explain("SELECT sum(n) FROM java_context");
    System.out.println(sum + " " + report.contains("PartialAggregate"));
    hbase.sql("DROP TABLE java_context PURGE");
  }
}

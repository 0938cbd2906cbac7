package peers;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.coprocessor.AggregationClient;
import org.apache.hadoop.hbase.client.coprocessor.LongColumnInterpreter;

/**
 * HBase's AggregationClient and its endpoint, which has no conditions, no groups and no
 * expressions: {@code QUORUM}. It asks all regions at once.
 */
public final class Aggregation {
  private Aggregation() {}

  public static void main(String[] arguments) throws Exception {
    Configuration conf = Tables.configuration(arguments[0]);
    try (AggregationClient client = new AggregationClient(conf)) {
      Replies.serve(
          request -> {
            TableName table = TableName.valueOf(request.get("table").getAsString());
            Scan scan = new Scan();
            LongColumnInterpreter longs = new LongColumnInterpreter();
            Object value =
                switch (request.get("query").getAsString()) {
                  case "count", "flights-count" -> {
                    scan.addFamily(Lineitem.FAMILY);
                    yield client.rowCount(table, longs, scan);
                  }
                  case "sum" -> {
                    scan.addColumn(Lineitem.FAMILY, Lineitem.EXTENDEDPRICE);
                    yield client.sum(table, longs, scan);
                  }
                  default ->
                      throw new UnsupportedOperationException(
                          "the endpoint computes one aggregate of one column of all rows");
                };
            return List.<Object[]>of(new Object[] {value});
          });
    }
  }
}

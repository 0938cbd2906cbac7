import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.InternalScanner;

/** A region that loses every {@code lossy.every}th result frame, or sends it again. */
public final class LossyRegion implements RegionCoprocessor, RegionObserver {
  private final AtomicLong frames = new AtomicLong();
  private int every;
  private boolean repeats;

  @Override
  @SuppressWarnings("rawtypes")
  public void start(CoprocessorEnvironment environment) {
    every = environment.getConfiguration().getInt("lossy.every", 1);
    repeats = environment.getConfiguration().getBoolean("lossy.repeats", false);
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public boolean postScannerNext(
      ObserverContext<RegionCoprocessorEnvironment> context,
      InternalScanner scanner,
      List<Result> results,
      int limit,
      boolean hasNext)
      throws IOException {
    for (int i = results.size() - 1; i >= 0; i--) {
      boolean isFrame = results.get(i).containsColumn(new byte[] {'.', 'q'}, new byte[] {'f'});
      if (isFrame && frames.incrementAndGet() % every == 0) {
        if (repeats) {
          results.add(i, results.get(i));
        } else {
          results.remove(i);
        }
      }
    }
    return hasNext;
  }
}

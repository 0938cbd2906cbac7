package org.apache.spark.sql.hbase.coprocessor;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Optional;
import org.apache.hadoop.hbase.Coprocessor;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScanOptions;
import org.apache.hadoop.hbase.regionserver.Store;

/** Coprocessors of others, whose hooks run before ours. */
final class ForeignObservers {
  private ForeignObservers() {}

  /** The table with one of them. */
  static TableDescriptorBuilder add(
      TableDescriptorBuilder table, Class<? extends RegionCoprocessor> observer) {
    try {
      return table.setCoprocessor(
          CoprocessorDescriptorBuilder.newBuilder(observer.getName())
              .setPriority(Coprocessor.PRIORITY_SYSTEM)
              .build());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Hands a scanner of its own on, which does what HBase's does. */
  public static final class ScannerWrapper implements RegionCoprocessor, RegionObserver {
    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public RegionScanner postScannerOpen(
        ObserverContext<RegionCoprocessorEnvironment> context, Scan scan, RegionScanner scanner) {
      return (RegionScanner)
          Proxy.newProxyInstance(
              RegionScanner.class.getClassLoader(),
              new Class<?>[] {RegionScanner.class},
              (proxy, method, arguments) -> {
                try {
                  return method.invoke(scanner, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }
  }

  /** Could change what a store shows. */
  public static final class StoreHook implements RegionCoprocessor, RegionObserver {
    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public void preStoreScannerOpen(
        ObserverContext<RegionCoprocessorEnvironment> context, Store store, ScanOptions options) {}
  }

  /** Does what a test wants where its thread enters or leaves an operation of a region. */
  public static final class OperationHook implements RegionCoprocessor, RegionObserver {
    /** Something to do once. */
    interface Action {
      void run() throws IOException;
    }

    private static final ThreadLocal<Action> ENTERED = new ThreadLocal<>();
    private static final ThreadLocal<Action> LEFT = new ThreadLocal<>();

    /** For the next operation of this thread. */
    static void atNext(Action entered, Action left) {
      ENTERED.set(entered);
      LEFT.set(left);
    }

    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public void postStartRegionOperation(
        ObserverContext<RegionCoprocessorEnvironment> context, Region.Operation operation)
        throws IOException {
      run(ENTERED);
    }

    @Override
    public void postCloseRegionOperation(
        ObserverContext<RegionCoprocessorEnvironment> context, Region.Operation operation)
        throws IOException {
      run(LEFT);
    }

    private static void run(ThreadLocal<Action> once) throws IOException {
      Action action = once.get();
      once.remove();
      if (action != null) {
        action.run();
      }
    }
  }
}

package org.apache.spark.sql.hbase.coprocessor.server;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.spark.sql.hbase.coprocessor.direct.StoreFileScans;
import org.apache.spark.sql.hbase.coprocessor.direct.columns.ColumnMemory;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The components with which one region runs sub-plans, or the reason why it runs none. Immutable.
 *
 * @param problem null when the other components are there
 */
public record RegionSettings(
    ServerConf conf,
    ServerState server,
    ServerMetrics metrics,
    StoreFileScans storeFileScans,
    Throwable problem) {
  private static final Logger LOG = LoggerFactory.getLogger(RegionSettings.class);
  private static final ColumnMemory NO_MEMORY = new ColumnMemory(0, false);

  /**
   * Never throws: a region must open even with a setting that is wrong; then it refuses sub-plans
   * only.
   *
   * @param fitCheck throws on an HBase that cannot run sub-plans
   */
  public static RegionSettings of(RegionCoprocessorEnvironment environment, Runnable fitCheck) {
    try {
      // First of all: another server of this host may delete HBase's copy of the jar any moment.
      JarDigest.read();
      fitCheck.run();
      Configuration site = environment.getConnection().getConfiguration();
      ServerConf conf = ServerConf.of(site, environment.getConfiguration());
      ServerState server = ServerState.of(site, environment.getSharedData());
      warnOfIgnored(site, environment, server);
      MetricRegistry registry = environment.getMetricRegistryForRegionServer();
      RegionSettings settings =
          new RegionSettings(
              conf,
              server,
              new ServerMetrics(registry),
              new StoreFileScans(
                  conf.directEnabled(),
                  conf.directForcedShare(),
                  server.zoneMaps(),
                  conf.columnMemoryEnabled() ? server.columnMemory() : NO_MEMORY),
              null);
      server.regionOpened(registry);
      return settings;
    } catch (Throwable problem) {
      return new RegionSettings(null, null, null, null, problem);
    }
  }

  private static void warnOfIgnored(
      Configuration site, RegionCoprocessorEnvironment environment, ServerState server) {
    Configuration region = environment.getConfiguration();
    ServerConf.ignored(site, region)
        .forEach(
            (name, reason) -> {
              if (server.isFirstMention(name)) {
                String place =
                    ServerConf.isFrom(site, region, name)
                        ? "in hbase-site.xml"
                        : "of table " + environment.getRegionInfo().getTable();
                LOG.warn("The setting {} {} is ignored: {}.", name, place, reason);
              }
            });
  }

  /**
   * @throws PlanException when this region does not run sub-plans
   */
  public void checkUsable() {
    if (problem != null) {
      throw new PlanException(
          ErrorCode.COPROCESSOR_DISABLED,
          "The coprocessor could not start in this region, so it runs no sub-plans. Correct the setting or the"
              + " installation and reopen the region.",
          "problem",
          problem.getMessage() == null ? problem.toString() : problem.getMessage());
    }
    if (!conf.enabled()) {
      throw new PlanException(
          ErrorCode.COPROCESSOR_DISABLED,
          "Sub-plans are switched off in this region. Switch "
              + "them on by pyspark-hbase enable with the name of the table. If "
              + "hbase-site.xml sets the property to false, correct it there.",
          "property",
          ServerSetting.ENABLED.key());
    }
  }

  /** The region closes. */
  public void close() {
    if (server != null) {
      server.regionClosed();
    }
  }

  public void countRefusal() {
    if (metrics != null) {
      metrics.scanRefused();
    }
  }
}

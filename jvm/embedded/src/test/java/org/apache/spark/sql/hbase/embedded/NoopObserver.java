package org.apache.spark.sql.hbase.embedded;

import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;

/** A coprocessor that observes nothing. */
public final class NoopObserver implements RegionCoprocessor {}

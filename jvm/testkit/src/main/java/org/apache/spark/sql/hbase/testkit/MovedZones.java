package org.apache.spark.sql.hbase.testkit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.zone.ZoneRules;
import java.time.zone.ZoneRulesProvider;
import java.util.NavigableMap;
import java.util.Set;

/**
 * The zone database of a release of Java from before 2022, in one respect: Mexico City still has
 * summer time, as Chicago has. For {@code -Djava.time.zone.DefaultZoneRulesProvider}, with {@code
 * --add-opens java.base/java.time.zone=ALL-UNNAMED}.
 */
public final class MovedZones extends ZoneRulesProvider {
  /** The zone that has other rules here. */
  public static final String ZONE = "America/Mexico_City";

  private static final String RULES_OF = "America/Chicago";

  private final ZoneRulesProvider database;

  public MovedZones() throws ReflectiveOperationException {
    Class<?> type = Class.forName("java.time.zone.TzdbZoneRulesProvider");
    var constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    database = (ZoneRulesProvider) constructor.newInstance();
  }

  @Override
  protected Set<String> provideZoneIds() {
    @SuppressWarnings("unchecked")
    Set<String> ids = (Set<String>) ask("provideZoneIds", new Class<?>[0]);
    return ids;
  }

  @Override
  protected ZoneRules provideRules(String zoneId, boolean forCaching) {
    return (ZoneRules)
        ask(
            "provideRules",
            new Class<?>[] {String.class, boolean.class},
            zoneId.equals(ZONE) ? RULES_OF : zoneId,
            forCaching);
  }

  @Override
  protected NavigableMap<String, ZoneRules> provideVersions(String zoneId) {
    @SuppressWarnings("unchecked")
    NavigableMap<String, ZoneRules> versions =
        (NavigableMap<String, ZoneRules>)
            ask("provideVersions", new Class<?>[] {String.class}, zoneId);
    return versions;
  }

  private Object ask(String name, Class<?>[] types, Object... arguments) {
    try {
      Method method = ZoneRulesProvider.class.getDeclaredMethod(name, types);
      method.setAccessible(true);
      return method.invoke(database, arguments);
    } catch (InvocationTargetException e) {
      throw (RuntimeException) e.getCause();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}

package org.apache.spark.sql.hbase.client.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TestSilentServers {
  private static final int PATIENCE = SilentServers.PATIENCE_MILLIS;

  private long now = -1_000_000;
  private final List<String> told = new ArrayList<>();
  private final SilentServers servers =
      new SilentServers(
          () -> now,
          (server, millis, problem) -> told.add(server + " " + millis / 1000 + " " + problem));

  private SilentServers.Request send(String server) {
    return servers.sent(server, "Get", PATIENCE);
  }

  /** Lets seconds go by, with a look in each. */
  private void pass(int seconds) {
    for (int i = 0; i < seconds; i++) {
      now += 1_000;
      servers.look();
    }
  }

  @Test
  void aServerThatHangsIsToldOnceItsPatienceIsOver() {
    send("a:1");
    pass(4);
    assertEquals(List.of(), told);
    pass(1);
    assertEquals(List.of("a:1 5 no answer to Get"), told);
    pass(29);
    assertEquals(1, told.size());
    pass(1);
    assertEquals("a:1 35 no answer to Get", told.get(1));
  }

  @Test
  void aServerThatRefusesIsToldThoughEachRequestEndsAtOnce() {
    for (int second = 0; second < 5; second++) {
      send("a:1").failed("no connection");
      pass(1);
    }
    assertEquals(List.of("a:1 5 no connection"), told);
  }

  @Test
  void aClientThatAsksNoServerAnyMoreIsToldOnce() {
    send("a:1").failed("no connection");
    pass(300);
    assertEquals(List.of("a:1 5 no connection"), told);
  }

  @Test
  void anAnswerOfAnotherServerEndsAFailureThatIsNotRepeated() {
    send("a:1").failed("no connection");
    pass(1);
    send("b:1").answered();
    pass(300);
    assertEquals(List.of(), told);
  }

  @Test
  void aServerThatAnswersOtherRequestsIsNotSilent() {
    send("a:1");
    for (int second = 0; second < 60; second += 4) {
      pass(4);
      send("a:1").answered();
    }
    assertEquals(List.of(), told);
  }

  @Test
  void aRequestThatNobodyWaitsForIsForgotten() {
    send("a:1").cancelled();
    pass(60);
    assertEquals(List.of(), told);
  }

  @Test
  void failuresNowAndThenAreNoNews() {
    for (int times = 0; times < 5; times++) {
      send("a:1").failed("no connection");
      send("b:1").answered();
      pass(SilentServers.MEMORY_MILLIS / 1000);
    }
    assertEquals(List.of(), told);
  }
}

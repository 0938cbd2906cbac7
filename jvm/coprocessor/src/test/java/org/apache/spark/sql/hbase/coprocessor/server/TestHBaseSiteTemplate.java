package org.apache.spark.sql.hbase.coprocessor.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class TestHBaseSiteTemplate {
  /** Tests run in the folder of their module. */
  private static final Path TEMPLATE = Path.of("../../hbase-site.xml.template");

  @Test
  void theFileOfTheRepositoryIsUpToDate() throws Exception {
    assertEquals(
        HBaseSiteTemplate.render(),
        Files.readString(TEMPLATE),
        "write it again: java -cp jvm/coprocessor/target/classes "
            + HBaseSiteTemplate.class.getName());
  }

  @Test
  void isAConfigurationWithTheDefaults() {
    Configuration template = new Configuration(false);
    template.addResource(
        new ByteArrayInputStream(HBaseSiteTemplate.render().getBytes(StandardCharsets.UTF_8)));

    for (ServerSetting setting : ServerSetting.values()) {
      assertEquals(setting.defaultValue(), template.get(setting.key()));
    }
    assertEquals(ServerSetting.values().length, template.size());
  }
}

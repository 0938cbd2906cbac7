import java.util.Set;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Prints what a process shows over JMX at a port, a line for each figure: those of our coprocessor,
 * and two of the region server. These say what its heap is for.
 */
public final class Figures {
  private static final Set<String> OF_REGION_SERVER = Set.of("blockCacheSize", "memStoreSize");

  public static void main(String[] arguments) throws Exception {
    JMXServiceURL url =
        new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + arguments[0] + "/jmxrmi");
    try (JMXConnector connector = JMXConnectorFactory.connect(url)) {
      MBeanServerConnection beans = connector.getMBeanServerConnection();
      for (ObjectName name : beans.queryNames(new ObjectName("Hadoop:service=HBase,*"), null)) {
        boolean isOurs = name.toString().contains("SparkSQLRegionObserver");
        boolean isRegionServer = name.toString().endsWith("name=RegionServer,sub=Server");
        for (MBeanAttributeInfo attribute : beans.getMBeanInfo(name).getAttributes()) {
          String figure = attribute.getName();
          if (isOurs || isRegionServer && OF_REGION_SERVER.contains(figure)) {
            System.out.println(name + " " + figure + " " + beans.getAttribute(name, figure));
          }
        }
      }
    }
  }
}

import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Prints what a process shows of our coprocessor over JMX at a port: a line for each figure. */
public final class Figures {
  public static void main(String[] arguments) throws Exception {
    JMXServiceURL url =
        new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + arguments[0] + "/jmxrmi");
    try (JMXConnector connector = JMXConnectorFactory.connect(url)) {
      MBeanServerConnection beans = connector.getMBeanServerConnection();
      for (ObjectName name : beans.queryNames(new ObjectName("Hadoop:service=HBase,*"), null)) {
        if (!name.toString().contains("SparkSQLRegionObserver")) {
          continue;
        }
        for (MBeanAttributeInfo attribute : beans.getMBeanInfo(name).getAttributes()) {
          Object value = beans.getAttribute(name, attribute.getName());
          System.out.println(name + " " + attribute.getName() + " " + value);
        }
      }
    }
  }
}

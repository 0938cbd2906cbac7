package org.apache.spark.sql.hbase.client.cluster;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.AuthUtil;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.token.AuthenticationTokenIdentifier;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.spark.sql.hbase.wire.ErrorCode;

/**
 * The credentials that this process has for HBase: a Kerberos ticket, a keytab, or a delegation
 * token as Spark's executors get it. HBase's own client finds out after retries, in words of
 * GSSAPI. Stateless.
 */
final class Credentials {
  /** With these HBase's client logs in by itself. */
  private static final List<String> KEYTAB_SETTINGS =
      List.of(AuthUtil.HBASE_CLIENT_KEYTAB_FILE, AuthUtil.HBASE_CLIENT_KERBEROS_PRINCIPAL);

  private static final List<String> SIGNS_OF_REFUSAL =
      List.of(
          "SaslException",
          "GSSException",
          "AccessDeniedException",
          "InvalidToken",
          "valid authentication method");

  private Credentials() {}

  /**
   * Looks, before anything is asked, whether there is something to show to a cluster that wants it.
   *
   * @throws SubPlanException NOT_AUTHENTICATED where there is not
   */
  static void check(Configuration conf) throws IOException {
    if (!User.isHBaseSecurityEnabled(conf)) {
      return;
    }
    UserGroupInformation user = UserGroupInformation.getCurrentUser();
    if (!UserGroupInformation.isSecurityEnabled()) {
      throw new SubPlanException(
          ErrorCode.NOT_AUTHENTICATED,
          "The HBase cluster asks for Kerberos, and Hadoop's client in this process is not set up for it. Set"
              + " hadoop.security.authentication to kerberos in core-site.xml on the class path, or give it to"
              + " spark-submit as --conf with spark.hadoop. before it.",
          Map.of("user", user.getUserName()));
    }
    if (!hasTicket(user) && !hasToken(user) && !KEYTAB_SETTINGS.stream().allMatch(has(conf))) {
      throw new SubPlanException(
          ErrorCode.NOT_AUTHENTICATED,
          "The HBase cluster asks for Kerberos, and this process has neither a ticket nor a "
              + "token of HBase. Run kinit before it starts, or give spark-submit "
              + "--principal and --keytab. A ticket of the driver alone does not reach "
              + "executors, which get their tokens by the latter.",
          Map.of("user", user.getUserName()));
    }
  }

  /**
   * Does nothing for a failure of another kind.
   *
   * @throws SubPlanException NOT_AUTHENTICATED where HBase refused a connection for who it is from
   */
  static void checkAccepted(Throwable failure) throws SubPlanException {
    for (Throwable e = failure; e != null; e = e.getCause()) {
      String text = e.toString();
      if (SIGNS_OF_REFUSAL.stream().anyMatch(text::contains)) {
        throw new SubPlanException(
            ErrorCode.NOT_AUTHENTICATED,
            "HBase does not accept the identity of this process. If it asks for Kerberos, set "
                + "hbase.security.authentication to kerberos and the servers' principals "
                + "here, too; hbase-site.xml has them. Run klist to see whether the ticket "
                + "has expired. Long jobs need --principal and --keytab.",
            Map.of("reason", text.lines().findFirst().orElse("")),
            failure);
      }
    }
  }

  private static boolean hasTicket(UserGroupInformation user) {
    return Stream.iterate(user, each -> each != null, UserGroupInformation::getRealUser)
        .anyMatch(UserGroupInformation::hasKerberosCredentials);
  }

  private static boolean hasToken(UserGroupInformation user) {
    return user.getTokens().stream()
        .anyMatch(token -> token.getKind().equals(AuthenticationTokenIdentifier.AUTH_TOKEN_TYPE));
  }

  private static Predicate<String> has(Configuration conf) {
    return key -> !conf.get(key, "").isEmpty();
  }
}

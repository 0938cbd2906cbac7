"""The address of a Thrift gateway, and why nobody answers there."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl, urlsplit

from pyspark_hbase.errors import ServerError, SetupError

if TYPE_CHECKING:
    import ssl

    import happybase

__all__ = ["GatewayAddress"]

_DEFAULT_PORT: Final = 9090
_THRIFT: Final = ("thrift", "thrifts")
_HTTP: Final = ("http", "https")
_ENCRYPTED: Final = ("thrifts", "https")


@dataclass(frozen=True)
class GatewayAddress:
    """The address and the protocol of a gateway."""

    host: str
    port: int
    options: Mapping[str, Any]
    """happybase's; ``path`` and ``context``, for HTTP and TLS, are ours."""

    @classmethod
    def parse(
        cls,
        url: str,
        *,
        timeout_seconds: float | None,
        transport: str,
        protocol: str,
        tls: ssl.SSLContext | None,
    ) -> GatewayAddress:
        """The address in a URL; the arguments are those of ``connect``.

        Raises:
            SetupError: the address is not one.
        """
        parts = urlsplit(url)
        try:
            port = parts.port or _DEFAULT_PORT
            given = dict(parse_qsl(parts.query, strict_parsing=True)) if parts.query else {}
        except ValueError:
            port, given = 0, {}
        is_http = parts.scheme in _HTTP
        extra = parts.fragment or parts.username or (parts.path.strip("/") and not is_http)
        options: dict[str, Any] = {"transport": transport, "protocol": protocol} | given
        is_known = (
            options["transport"] in (("buffered",) if is_http else ("buffered", "framed"))
            and options["protocol"] in ("binary", "compact")
            and len(options) == len(("transport", "protocol"))
        )
        schemes = (*_THRIFT, *_HTTP)
        if parts.scheme not in schemes or not parts.hostname or not port or extra or not is_known:
            raise SetupError(
                f"{url!r} is no address of a gateway. Write thrift://host:{_DEFAULT_PORT}, with "
                f"?transport=framed or ?protocol=compact if the gateway is set up so. If TLS is "
                f"ended before the gateway, write thrifts://host:{_DEFAULT_PORT}. If it speaks "
                f"HTTP, write http://host:{_DEFAULT_PORT} or https://."
            )
        if is_http:
            options["path"] = parts.path or "/"
        if timeout_seconds is not None:
            options["timeout"] = round(timeout_seconds * 1000)
        if parts.scheme in _ENCRYPTED:
            import ssl  # noqa: PLC0415  (not needed by others)

            options["context"] = tls or ssl.create_default_context()
        elif tls is not None:
            raise SetupError(
                f"A TLS context is for addresses like thrifts://host:{_DEFAULT_PORT}, found "
                f"{url!r}."
            )
        return cls(parts.hostname, port, options)

    @property
    def url(self) -> str:
        """The address without what follows the port."""
        scheme = (_HTTP if "path" in self.options else _THRIFT)["context" in self.options]
        return f"{scheme}://{self.host}:{self.port}"

    def connection(self) -> happybase.Connection:
        """A connection that is not open yet."""
        from pyspark_hbase._thrift.gateway_kinds import opened  # noqa: PLC0415  (beside happybase)

        return opened(self.host, self.port, self.options)

    def unreachable(self, error: Exception, *, has_answered: bool) -> ServerError:
        """Return the error for a gateway that does not answer.

        A gateway that has never answered may be set up in another way than the address says, so
        it is asked in each way then.
        """
        if "context" in self.options:
            from pyspark_hbase._thrift.tls_gateway import refusal  # noqa: PLC0415

            refused = refusal(error)
            if refused is not None:
                return ServerError(
                    "CLUSTER_UNREACHABLE",
                    "The Thrift gateway has no TLS that this machine trusts. Give connect a "
                    "context, tls, that trusts the gateway's authority, or name the authority's "
                    "file in SSL_CERT_FILE. Address a gateway without TLS as thrift://.",
                    gateway=self.url,
                    problem=refused,
                )
        found = None if has_answered else self._recognised()
        if found is not None:
            return ServerError(
                "CLUSTER_UNREACHABLE",
                "The Thrift gateway is set up in another way than the address says; connect to the "
                "address that it answers to.",
                gateway=self.url,
                answers=found,
                problem=error,
            )
        return ServerError(
            "CLUSTER_UNREACHABLE",
            "The Thrift gateway does not answer; check its address and that it runs.",
            gateway=self.url,
            problem=error,
        )

    def _recognised(self) -> str | None:
        """The address to connect to, if somebody is there and answers in another way."""
        from pyspark_hbase._thrift.gateway_kinds import recognised  # noqa: PLC0415  (beside happybase)

        try:
            socket.create_connection((self.host, self.port), timeout=1).close()
        except OSError:
            return None
        return recognised(self.host, self.port, self.options.get("context"))

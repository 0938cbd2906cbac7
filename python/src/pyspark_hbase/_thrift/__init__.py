"""The way to a Thrift gateway: addresses, TLS, connections, calls, requests for rows.

Every call goes through a ``GatewayLink``, which one thread holds at a time. A broken answer closes
the socket, so that it is never taken for another one's.
"""

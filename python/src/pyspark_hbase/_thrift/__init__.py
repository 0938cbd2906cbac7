"""The way to a Thrift gateway: connections, calls, requests for rows, tables in its HBase."""

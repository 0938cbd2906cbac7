"""The demo: real data, an embedded HBase, and each query answered three ways.

``pyspark-hbase demo``, after ``pip install 'pyspark-hbase[embedded]'``.
"""

from __future__ import annotations

from pyspark_hbase._text.extras import require_extras
from pyspark_hbase.embedded._launch import needed_extras

__all__: list[str] = []

require_extras("pyspark-hbase demo", *needed_extras())

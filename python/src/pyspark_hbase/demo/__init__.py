"""The demo: real data, an embedded HBase, and each query answered three ways.

``./build.sh demo``, or ``python -m pyspark_hbase.demo`` where the embedded HBase is installed.
"""

from __future__ import annotations

from pyspark_hbase._text.extras import require_extras

require_extras("The demo", "spark", "demo")

"""Pictures of a scan, each an SVG that loads nothing and stands alone.

Every picture says in words what it shows, for those who do not see it. It tells nothing by colour
alone: what Spark computed is striped.
"""

from __future__ import annotations

from pyspark_hbase._explain.pictures._funnel import funnel
from pyspark_hbase._explain.pictures._plan_tree import plan_tree
from pyspark_hbase._explain.pictures._region_map import region_map
from pyspark_hbase._explain.pictures._skew import skew
from pyspark_hbase._explain.pictures._timeline import timeline

__all__ = ["funnel", "plan_tree", "region_map", "skew", "timeline"]

"""From the text of a query to a sub-plan and what is left to do with its answer, without Spark.

``_text`` reads the text with sqlglot's grammar of Spark SQL; ``_expressions`` and
``_function_calls`` turn its tree into this package's expressions; ``_select`` decides what region
servers do and what is done here; ``_evaluate`` and ``_finish`` do the latter. ``_point_query`` asks
for another row what was planned for one. What has another meaning in Spark than these modules give
it is refused, with its place in the text: nothing is guessed.
"""

"""From the text of a query to a sub-plan and what is left to do with its answer, without Spark.

``_text`` reads the text with sqlglot's grammar of Spark SQL. ``_expressions`` and
``_function_calls`` turn its tree into this package's expressions. ``_select`` decides which part
region servers do and which part is done here, by ``_evaluate`` and ``_finish``. ``_point_query``
asks for another row what was planned for one. A construct that has another meaning in Spark is
refused, with its place in the text: nothing is guessed.
"""

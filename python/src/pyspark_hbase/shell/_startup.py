"""The script that the PySpark shell runs after Spark's own start, among the names of its user.

A script, not a module: ``pyspark`` takes it for the PYTHONSTARTUP of whoever called it. It leaves
no names of its own behind.
"""

if __name__ == "__main__":
    __import__("pyspark_hbase.shell._prompt", fromlist=["start"]).start(globals())

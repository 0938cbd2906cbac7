"""``./build.sh bench peers``: the same queries on the same data through every way to read HBase."""

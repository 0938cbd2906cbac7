"""The ways to run a sub-plan: through the gateway, by gets, in Spark, in this process.

All of them take the same plan and give the same rows.
"""

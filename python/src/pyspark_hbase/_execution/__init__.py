"""The ways to run a sub-plan: through the gateway, by gets, in Spark, in this process."""

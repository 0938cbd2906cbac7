"""Expressions become typed, and operators become a sub-plan with its row-key ranges.

Types, coercion and signatures follow Spark; an expression with another meaning is refused.
"""

"""Expressions become typed, and operators become a sub-plan with its row-key ranges."""

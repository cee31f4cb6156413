"""Runs of several implementations beside each other: a matrix, and the cases behind it, in several forms."""

"""The command line: arguments in, exit code out. Nothing else in the package imports it."""

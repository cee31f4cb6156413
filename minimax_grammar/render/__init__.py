"""From calls, results and messages to the text of a dialect (SPEC 10 and 11)."""

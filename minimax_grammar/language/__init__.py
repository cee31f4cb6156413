"""From a dialect file to a checked model: the language of grammar files."""

"""From a checked model to the source of a tokenizer."""

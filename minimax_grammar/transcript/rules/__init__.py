"""The rules over whole conversations, by what they look at."""

"""Running the conformance corpus, and answering the harness protocol."""

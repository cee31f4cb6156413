from __future__ import annotations

import signal

import hypothesis

hypothesis.settings.register_profile("default", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("default")

# A shell that starts the tests in the background has them ignore SIGINT, and so all programs that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

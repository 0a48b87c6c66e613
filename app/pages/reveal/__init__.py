"""The steps to open tickets: the host asks, phones answer, everything is revealed, the result is shown."""

"""Live tables: who watches (``hub``), how other processes are heard (``notifier``), the stream itself (``stream``)."""

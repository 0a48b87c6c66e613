"""The first page: join by code, my tables, the editions; and the form of a new table."""

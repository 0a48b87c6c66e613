"""The questions of the command line and the API, one module a command."""

"""The command line: its arguments, one question or many lines of them, answers as tables for people or as JSON."""

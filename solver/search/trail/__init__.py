"""The longest trail."""

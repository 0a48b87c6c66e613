"""One hand of tickets behind its shutter: look, add, take back."""

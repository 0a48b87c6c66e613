"""Phones at one table: the code and its QR, joining, seats, the keeper's switches."""

"""Passengers and goods of a table: journeys on offer, stacks left, colours still to name."""

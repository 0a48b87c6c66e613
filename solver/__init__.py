"""The library of Stationmaster: what follows from what was done at the table."""

"""The page offline."""

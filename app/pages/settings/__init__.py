"""Settings of one browser: language, light or dark, quick mode."""

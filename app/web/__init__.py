"""What every page and the API rest on: settings, security, language, static files, errors."""

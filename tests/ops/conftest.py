"""Databases of both kinds, as the tests of the application have them."""

from tests.app.conftest import database_url, postgres

__all__ = ["database_url", "postgres"]

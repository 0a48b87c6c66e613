"""The page without network, and the service worker that keeps it."""

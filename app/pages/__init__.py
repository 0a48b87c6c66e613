"""One folder a page: view.py its routes, page.py what its template may read, present.py how that is worked out."""

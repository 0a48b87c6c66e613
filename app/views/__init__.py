"""Pages and answers: one blueprint a file, registered by create_app."""

"""Several server processes on one database: notifications and shared presence."""

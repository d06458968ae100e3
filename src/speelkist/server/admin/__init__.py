"""For whoever runs the server: commands about tables and networks, on a listener of their own."""

"""The terminal client: `python -m musapi.play`. It knows the server by its API alone."""

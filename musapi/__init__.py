"""The project: settings, addresses, workers, servers and the one map from exceptions to answers."""

__version__ = "0.1.0"

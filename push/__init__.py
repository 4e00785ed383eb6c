"""Telling people on their devices: the registry of devices, what is to be sent, and the one that sends it."""

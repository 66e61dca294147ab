"""Modules that the Python suites share: the server under test and its clients."""

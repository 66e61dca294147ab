"""The built-in sounds, made of a few synthetic voices each."""

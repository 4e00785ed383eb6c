"""The rules of Mus: pure functions on immutable values. No Django, no clock, no chance of their own."""

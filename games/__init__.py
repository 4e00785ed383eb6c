"""The tables, and the game played at them."""

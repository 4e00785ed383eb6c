"""Who people are: users, guests, tokens."""

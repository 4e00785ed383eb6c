"""What the game's codes are called in the reader's language. The engine and the wire know only the codes."""

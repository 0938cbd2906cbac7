"""Tables as documents describe them: where columns lie, and the messages of types."""

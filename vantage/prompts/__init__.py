"""An item and a condition become messages."""

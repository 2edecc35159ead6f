"""Turn an item and a condition into messages."""

"""Training on items: endless streams, rewards for replies, and files as each trainer reads them."""

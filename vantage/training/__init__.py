"""Training on our items: endless streams, rewards for replies, and files as each trainer reads them."""

"""What stands out in a model's answers, said in sentences that survive correction."""

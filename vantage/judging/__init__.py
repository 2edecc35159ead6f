"""Why answers are wrong: what a judge model is asked, what it said, and whether a person agrees."""

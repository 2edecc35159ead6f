"""Pictures by image generators become items about imagined turns, after SRBench's GenAI set.

A folder holds the work in plain files: `descriptions.jsonl` says what to draw and which way it should face, `pictures`
what was drawn, `review.jsonl` what a person says of each picture; `replies` keeps what servers answered, so that an
interrupted command goes on. Only what a person kept is asked about, and the facing is the person's, not the prompt's.
"""

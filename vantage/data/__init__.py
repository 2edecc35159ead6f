"""A data set on disk: Parquet shards, a manifest, and how an item is stored as a row."""

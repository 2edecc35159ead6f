"""What a data set is on disk: Parquet shards, a manifest, and how an item becomes a row."""

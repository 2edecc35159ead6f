"""What a run consists of: the folder, the requests, their pace, their cost and the cache of answers."""

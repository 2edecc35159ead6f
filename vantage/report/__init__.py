"""Pages for people: reports, comparisons, contact sheets, transcripts and review pages."""

"""A lesson being taken: the lesson file, its proof, attempts, feedback, hints, progress. No browser, no screen."""

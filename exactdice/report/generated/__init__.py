"""Values written into documents in place: what is asked for, and the files of LaTeX and lists."""

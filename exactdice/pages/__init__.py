"""Games described for people, in lines that a terminal, a document or an assistant shows."""

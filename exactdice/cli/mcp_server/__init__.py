"""A server of the Model Context Protocol: assistants ask for exact values, within limits."""

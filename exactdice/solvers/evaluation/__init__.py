"""What given strategies are worth: values, best responses, exploitability, laws, win rates, random
plays.
"""

"""`python -m exactdice` is the command line."""

from .cli.terminal.main import main

if __name__ == "__main__":
    main()
